import { printable } from './printable.ts';

type Cell = string | number;

/** Indentation of cells that do not fit on their row's line. */
const indent = '  ';

/** Returns rows as aligned lines. Numbers are right-aligned. */
function aligned(headings: readonly string[], rows: readonly (readonly Cell[])[]): string[] {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => String(row[column] ?? '').length)),
  );
  const line = (cells: readonly Cell[]) =>
    cells
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return typeof cell === 'number' ? String(cell).padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd();
  const rightOf = rows[0] ?? [];
  const heads = headings.map((heading, column) =>
    typeof rightOf[column] === 'number' ? heading.padStart(widths[column] ?? 0) : heading,
  );
  return [line(heads), ...rows.map(line)];
}

/**
 * Returns rows as aligned text with headings. Numbers are right-aligned. Cells that do not fit into the
 * terminal width (0 for none) go on a second line.
 */
export function table(headings: readonly string[], given: readonly (readonly Cell[])[], columns = 0): string {
  const rows = given.map((row) => row.map((cell) => (typeof cell === 'string' ? printable(cell) : cell)));
  const lines = (from: number, to?: number) =>
    aligned(
      headings.slice(from, to),
      rows.map((row) => row.slice(from, to)),
    );
  const fits = (count: number) => lines(0, count).every(({ length }) => length <= columns);
  let count = headings.length;
  while (columns > 0 && count > 1 && !fits(count)) count -= 1;
  const further = count < headings.length ? lines(count) : [];
  const text = lines(0, count).flatMap((line, at) => [line, ...(further[at] ? [indent + further[at]] : [])]);
  return `${text.join('\n')}\n`;
}

/** Returns names and values, one per line, aligned. */
export function pairs(entries: readonly (readonly [name: string, value: string])[]): string {
  const width = Math.max(0, ...entries.map(([name]) => name.length));
  return entries
    .map(([name, value]) => `${name.padEnd(width)}  ${printable(value)}`.trimEnd())
    .join('\n')
    .concat('\n');
}
