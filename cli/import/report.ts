import type { ImportCounts } from '#contracts/catalogue-import.ts';
import { printable } from '../output/printable.ts';
import { table } from '../output/table.ts';
import type { Note } from './notes.ts';

/** The result of an import: what was stored in each collection, and notes. */
export interface Report {
  readonly taken: Readonly<Record<string, ImportCounts>>;
  /** Records that were imported with a change. */
  readonly adjusted: readonly Note[];
  readonly leftOut: readonly Note[];
}

/** The result of a check: what an import would do. A check writes nothing. */
export interface CheckReport {
  /** Number of records per collection that would be imported. */
  readonly checked: Readonly<Record<string, number>>;
  /** Number of stored records per collection that would be removed. Variations go with their products. */
  readonly removed: Readonly<Record<string, number>>;
  readonly adjusted: readonly Note[];
  readonly leftOut: readonly Note[];
}

/** Returns how many bytes a record has as JSON. */
export function recordBytes(record: unknown): number {
  return Buffer.byteLength(JSON.stringify(record));
}

/** Adds the counts of two results. */
function added(one: ImportCounts, other: ImportCounts): ImportCounts {
  return {
    created: one.created + other.created,
    changed: one.changed + other.changed,
    unchanged: one.unchanged + other.unchanged,
    removed: one.removed + other.removed,
  };
}

/** Returns, for each collection, the sums of the counts in two results. */
export function summedCounts(
  one: Readonly<Record<string, ImportCounts>>,
  other: Readonly<Record<string, ImportCounts>>,
): Record<string, ImportCounts> {
  const sums = { ...one };
  for (const [name, outcome] of Object.entries(other)) sums[name] = added(sums[name] ?? nothing, outcome);
  return sums;
}

export const nothing: ImportCounts = { created: 0, changed: 0, unchanged: 0, removed: 0 };

function notesText(heading: string, notes: readonly Note[]): string {
  if (notes.length === 0) return '';
  const lines = notes.map(({ what, count, why, ids }) => {
    const records = ids ? `: ${ids.join(', ')}` : '';
    return `  ${printable(what)} (${count}): ${printable(why)}${records}`;
  });
  return `${heading}\n${lines.join('\n')}\n`;
}

/** Returns the report of a check as text. */
export function checkText({ checked, removed, adjusted, leftOut }: CheckReport): string {
  const names = [...new Set([...Object.keys(checked), ...Object.keys(removed)])];
  const rows = names.map((name) => [name, checked[name] ?? 0, removed[name] ?? 0]);
  const head = table(['checked', 'to be taken', 'to be removed'], rows);
  const end = 'nothing was written\n';
  return `${head}${notesText('will be changed on the way', adjusted)}${notesText('will be left out, or behave otherwise', leftOut)}${end}`;
}

/** Returns the report of an import as text. */
export function reportText({ taken, adjusted, leftOut }: Report): string {
  const rows = Object.entries(taken).map(([name, { created, changed, unchanged, removed }]) => [
    name,
    created,
    changed,
    unchanged,
    removed,
  ]);
  const head = table(['taken', 'new', 'changed', 'unchanged', 'removed'], rows);
  return `${head}${notesText('changed on the way', adjusted)}${notesText('left out, or otherwise here', leftOut)}`;
}
