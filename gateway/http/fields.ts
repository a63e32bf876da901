/** Members to keep, each with its own members to keep; `true` keeps all of it. */
export type Fields = Map<string, Fields | true>;

function add(fields: Fields, path: readonly string[]): void {
  const [name, ...rest] = path;
  if (!name) return;
  const known = fields.get(name);
  if (rest.length === 0) fields.set(name, true);
  else if (known !== true) {
    const inner = known ?? new Map();
    fields.set(name, inner);
    add(inner, rest);
  }
}

/**
 * What `fields` and `_fields` ask for (contract 1.0): a comma list of members, `totals.total` or
 * `totals:subtotal-total` for members of a member. Null when they ask for nothing.
 */
export function readFields(...texts: readonly (string | undefined)[]): Fields | null {
  const fields: Fields = new Map();
  for (const one of texts.flatMap((text) => text?.split(',') ?? [])) {
    const [name = '', children] = one.trim().split(':', 2);
    if (children === undefined) add(fields, name.split('.'));
    else for (const child of children.split('-')) add(fields, [name, child]);
  }
  return fields.size === 0 ? null : fields;
}

/**
 * The same for a list in an envelope: names that are none of the envelope's are those of each entry in its member
 * `list`, and the envelope stays whole around them. So `_fields=id,name` does for a list what it does for one product.
 */
export function pickListFields(
  envelope: Readonly<Record<string, unknown>>,
  list: string,
  fields: Fields,
): unknown {
  const ofEntries = new Map([...fields].filter(([name]) => !(name in envelope)));
  if (ofEntries.size === 0) return pickFields(envelope, fields);
  return { ...envelope, [list]: pickFields(envelope[list], ofEntries) };
}

/** The members of a body that are asked for; of a list, those of each entry. Unknown names are ignored. */
export function pickFields(body: unknown, fields: Fields): unknown {
  if (Array.isArray(body)) return body.map((entry) => pickFields(entry, fields));
  if (typeof body !== 'object' || body === null) return body;
  const kept = Object.entries(body).flatMap(([name, value]) => {
    const inner = fields.get(name);
    if (inner === undefined) return [];
    return [[name, inner === true ? value : pickFields(value, inner)]];
  });
  return Object.fromEntries(kept);
}
