/**
 * The members of a body that the answer includes, by name. `true` means the whole member; a map names the inner
 * members to include.
 */
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
 * Returns the members that the parameters `fields` and `_fields` request
 * (docs/reference/README.md#choosing-members). Each text is a comma list; `totals.total` and
 * `totals:subtotal-total` name nested members. Null if no member is requested.
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

/** Returns fields as text. Different fields have different texts. */
export function textOf(fields: Fields): string {
  return JSON.stringify([...fields], (_, value) => (value instanceof Map ? [...value] : value));
}

/**
 * Returns the requested members of each entry of a list, which `envelope` contains as its member `list`: `true` for
 * whole entries, undefined if the list is not requested. A name that the envelope lacks applies to each entry.
 */
export function entryFields(
  envelope: Readonly<Record<string, unknown>>,
  list: string,
  fields: Fields,
): Fields | true | undefined {
  const ofEntries = new Map([...fields].filter(([name]) => !(name in envelope)));
  return ofEntries.size === 0 ? fields.get(list) : ofEntries;
}

/**
 * Returns the requested members of an object that contains a list, such as a page of products. A name that the
 * object lacks applies to each entry: `_fields=id,name` selects `id` and `name` of each product.
 */
export function pickListFields(
  envelope: Readonly<Record<string, unknown>>,
  list: string,
  fields: Fields,
): unknown {
  const ofEntries = entryFields(envelope, list, fields);
  if (ofEntries === fields.get(list)) return pickFields(envelope, fields);
  return { ...envelope, [list]: pickFields(envelope[list], ofEntries as Fields) };
}

/**
 * Names of members that are maps with one entry per item, fee, tax, package or rate. A name inside such a map
 * applies to each entry: `fees.name` selects the name of each fee.
 */
const keyed: ReadonlySet<string> = new Set(['items', 'fees', 'taxes', 'packages', 'rates']);

/**
 * Returns the requested entries of a map. If no requested name is a key of the map, the names select members
 * of each entry instead.
 */
function pickEntries(entries: unknown, fields: Fields): unknown {
  if (typeof entries !== 'object' || entries === null || Array.isArray(entries))
    return pickFields(entries, fields);
  const all = Object.entries(entries);
  if (all.some(([key]) => fields.has(key))) return pickFields(entries, fields);
  return Object.fromEntries(all.map(([key, entry]) => [key, pickFields(entry, fields)]));
}

/** Returns the requested members of a body, or of each entry of a list. Unknown names are ignored. */
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
