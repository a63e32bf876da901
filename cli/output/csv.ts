import type { Cell, Sheet } from './table.ts';

/** Matches the beginning of a text that a spreadsheet may run as a formula; a spreadsheet may trim blanks before it. */
const formula = /^(\s*[=+@＝＋－＠-]|[\t\r\n])/;
/**
 * Matches a sign after which a formula may begin inside a text: where a spreadsheet separates cells by `;` or tabs, it reads
 * the quotes around the text as a part of it.
 */
const innerStart = /([;\t\r\n])(?=[^\S\t\r\n]*[=+@＝＋－＠-])/g;
/** Matches whole numbers, and phone numbers in E.164 form. */
const harmless = /^(-?\d+|\+\d{7,15})$/;

/** Returns a cell in the format of RFC 4180. A formula gets an apostrophe in front, also inside a text, so that no spreadsheet runs it. */
function cellText(cell: Cell): string {
  const isFormula = typeof cell === 'string' && formula.test(cell) && !harmless.test(cell);
  const text = (isFormula ? `'${cell}` : String(cell)).replaceAll(innerStart, "$1'");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns a table as CSV. The first line has the headings. */
export function csv({ headings, rows }: Sheet): string {
  return [headings, ...rows].map((row) => `${row.map(cellText).join(',')}\r\n`).join('');
}
