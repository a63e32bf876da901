import type { Cell, Sheet } from './table.ts';

/** Matches text that a spreadsheet would run as a formula. Does not match negative numbers and phone numbers. */
const formula = /^([=@\t\r]|[+-](?!\d))/;

/** Returns a cell in the format of RFC 4180. A formula gets an apostrophe in front, so that no spreadsheet runs it. */
function cellText(cell: Cell): string {
  const text = typeof cell === 'string' && formula.test(cell) ? `'${cell}` : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns a table as CSV. The first line has the headings. */
export function csv({ headings, rows }: Sheet): string {
  return [headings, ...rows].map((row) => `${row.map(cellText).join(',')}\r\n`).join('');
}
