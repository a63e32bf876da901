import { printable } from './printable.ts';
import { cut, padded, widthOf } from './width.ts';

export type Cell = string | number;

/** Indentation of cells that are printed below their row because they do not fit. */
const indent = '  ';

/** Returns rows as aligned lines. Numbers are right-aligned. */
function aligned(headings: readonly string[], rows: readonly (readonly Cell[])[]): string[] {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => widthOf(String(row[column] ?? '')))),
  );
  const line = (cells: readonly Cell[]) =>
    cells
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return typeof cell === 'number' ? String(cell).padStart(width) : padded(cell, width);
      })
      .join('  ')
      .trimEnd();
  const rightOf = rows[0] ?? [];
  const heads = headings.map((heading, column) =>
    typeof rightOf[column] === 'number' ? heading.padStart(widths[column] ?? 0) : heading,
  );
  return [line(heads), ...rows.map(line)];
}

/** Returns how many of the first columns fit side by side into `columns` terminal columns; at least one. */
function fitting(headings: readonly string[], rows: readonly (readonly Cell[])[], columns: number): number {
  let count = headings.length;
  const isTooWide = () =>
    aligned(
      headings.slice(0, count),
      rows.map((row) => row.slice(0, count)),
    ).some((line) => widthOf(line) > columns);
  while (count > 1 && isTooWide()) count -= 1;
  return count;
}

/**
 * Returns rows as aligned text with headings. Numbers are right-aligned. No line is wider than `columns` (0 without a
 * terminal): cells that do not fit are printed on further lines, and a cell that is wider than a line is shortened.
 */
export function table(headings: readonly string[], given: readonly (readonly Cell[])[], columns = 0): string {
  const rows = given.map((row) => row.map((cell) => (typeof cell === 'string' ? printable(cell) : cell)));
  const tables: string[][] = [];
  for (let from = 0; from < headings.length; ) {
    const heads = headings.slice(from);
    const cells = rows.map((row) => row.slice(from));
    const margin = from === 0 ? '' : indent;
    const room = columns - margin.length;
    const count = columns === 0 ? heads.length : fitting(heads, cells, room);
    const lines = aligned(
      heads.slice(0, count),
      cells.map((row) => row.slice(0, count)),
    );
    tables.push(lines.map((line) => margin + (columns === 0 ? line : cut(line, room))));
    from += count;
  }
  const [first = [], ...further] = tables;
  const rest = (at: number) => further.map((lines) => lines[at] ?? '').filter((line) => line.trim() !== '');
  return `${first.flatMap((line, at) => [line, ...rest(at)]).join('\n')}\n`;
}

/** A table as data, which is printed as text or CSV. */
export interface Sheet {
  readonly headings: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** Returns a table as text for a terminal with `columns` columns; 0 for no terminal. */
export function tableOf({ headings, rows }: Sheet, columns: number): string {
  return table(headings, rows, columns);
}

/** Returns names and values, one per line, aligned. */
export function pairs(entries: readonly (readonly [name: string, value: string])[]): string {
  const width = Math.max(0, ...entries.map(([name]) => name.length));
  return entries
    .map(([name, value]) => `${name.padEnd(width)}  ${printable(value)}`.trimEnd())
    .join('\n')
    .concat('\n');
}
