import type { Cell, Sheet } from './table.ts';

type Members = Record<string, unknown>;

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the member at a path such as `prices.price`; undefined if the record lacks this member. */
function memberOf(record: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), record);
}

/** Returns a copy of a record that has only the members at the given paths. */
export function picked(record: unknown, paths: readonly string[]): Members {
  const kept: Members = {};
  for (const path of paths) {
    const names = path.split('.');
    const last = names.pop() ?? path;
    let at = kept;
    for (const name of names) {
      const inner = at[name];
      const next = isObject(inner) ? inner : {};
      at[name] = next;
      at = next;
    }
    at[last] = memberOf(record, path) ?? null;
  }
  return kept;
}

function cellOf(value: unknown): Cell {
  if (typeof value === 'number' || typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  return typeof value === 'boolean' ? String(value) : JSON.stringify(value);
}

/** Returns the members of records as a table with a column for each path. */
export function fieldSheet(records: readonly unknown[], paths: readonly string[]): Sheet {
  const rows = records.map((record) => paths.map((path) => cellOf(memberOf(record, path))));
  return { headings: paths, rows };
}
