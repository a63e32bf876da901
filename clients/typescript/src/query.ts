/** Yields the query parameters of a list: `name=a,b`, or several `name[]=…` if a value contains a comma. */
function* ofList(name: string, list: readonly unknown[]): Generator<[string, string]> {
  if (list.some((one) => typeof one === 'object')) yield* ofObject(name, list);
  else if (list.some((one) => String(one).includes(',')))
    for (const one of list) yield [`${name}[]`, String(one)];
  else yield [name, list.join(',')];
}

function* ofObject(name: string, value: object): Generator<[string, string]> {
  for (const [key, one] of Object.entries(value)) yield* parameters(`${name}[${key}]`, one);
}

/** Yields the query parameters for a value, in the form that the service expects. */
function* parameters(name: string, value: unknown): Generator<[string, string]> {
  if (value === undefined || value === null) return;
  if (Array.isArray(value)) yield* ofList(name, value);
  else if (typeof value === 'object') yield* ofObject(name, value);
  else yield [name, String(value)];
}

/**
 * Returns a value as a segment of a path. @throws TypeError for `..`, `.` and an empty value, which would
 * lead to another path
 */
function segment(name: string, value: unknown): string {
  const text = String(value ?? '');
  if (/^\.{0,2}$/.test(text)) throw new TypeError(`"${text}" cannot be the parameter "${name}" of a path.`);
  return encodeURIComponent(text);
}

/** Returns the URL of a route with its parameters. */
export function urlOf(
  base: string,
  path: string,
  values: Readonly<Record<string, unknown>>,
  query: object,
): URL {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => segment(name, values[name]));
  const url = new URL(base.replace(/\/+$/, '') + filled);
  for (const [name, value] of Object.entries(query)) {
    for (const [key, text] of parameters(name, value)) url.searchParams.append(key, text);
  }
  return url;
}
