import type { Cell, Sheet } from './table.ts';

/** Matches text that a spreadsheet would run as a formula, but no number or phone number. */
const formula = /^([=@\t\r]|[+-](?!\d))/;

/** Returns a cell by RFC 4180. An apostrophe in front of a formula prevents a spreadsheet from running it. */
function cellText(cell: Cell): string {
  const text = typeof cell === 'string' && formula.test(cell) ? `'${cell}` : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns a table as CSV with a line of headings. */
export function csv({ headings, rows }: Sheet): string {
  return [headings, ...rows].map((row) => `${row.map(cellText).join(',')}\r\n`).join('');
}
