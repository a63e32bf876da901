import { printable } from './printable.ts';

/** Rows as text in columns two blanks apart, headings first. Numbers are set to the right. */
export function table(headings: readonly string[], given: readonly (readonly (string | number)[])[]): string {
  const rows = given.map((row) => row.map((cell) => (typeof cell === 'string' ? printable(cell) : cell)));
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => String(row[column] ?? '').length)),
  );
  const line = (cells: readonly (string | number)[]) =>
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
  return `${[line(heads), ...rows.map(line)].join('\n')}\n`;
}

/** Names and values, one a line, the values below each other. */
export function pairs(entries: readonly (readonly [name: string, value: string])[]): string {
  const width = Math.max(0, ...entries.map(([name]) => name.length));
  return entries
    .map(([name, value]) => `${name.padEnd(width)}  ${printable(value)}`.trimEnd())
    .join('\n')
    .concat('\n');
}
