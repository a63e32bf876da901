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
 * What `fields` and `_fields` ask for (docs/reference/README.md#choosing-members): a comma list of members,
 * `totals.total` or `totals:subtotal-total` for members of a member. Null when they ask for nothing.
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

/** Members that hold entries by their keys, as a list would hold them. */
const keyed: ReadonlySet<string> = new Set(['items', 'fees', 'taxes', 'packages', 'rates']);

/** Entries by their keys: those that are named, or else of each entry what is. */
function pickEntries(entries: unknown, fields: Fields): unknown {
  if (typeof entries !== 'object' || entries === null || Array.isArray(entries))
    return pickFields(entries, fields);
  const all = Object.entries(entries);
  if (all.some(([key]) => fields.has(key))) return pickFields(entries, fields);
  return Object.fromEntries(all.map(([key, entry]) => [key, pickFields(entry, fields)]));
}

/** The members of a body that are asked for; of a list, those of each entry. Unknown names are ignored. */
export function pickFields(body: unknown, fields: Fields): unknown {
  if (Array.isArray(body)) return body.map((entry) => pickFields(entry, fields));
  if (typeof body !== 'object' || body === null) return body;
  const kept = Object.entries(body).flatMap(([name, value]) => {
    const inner = fields.get(name);
    if (inner === undefined) return [];
    if (inner === true) return [[name, value]];
    return [[name, keyed.has(name) ? pickEntries(value, inner) : pickFields(value, inner)]];
  });
  return Object.fromEntries(kept);
}
