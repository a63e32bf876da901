import { asOneLine } from '../util/text.ts';

export type Cell = string | number;

const gap = '  ';
/** Minimum width of a text column, in characters. If the columns still do not fit, some columns are left out. */
const narrowest = 16;

/** The data of a table, which can be printed as text or CSV. */
export interface Sheet {
  readonly headings: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /**
   * Headings of the columns that are left out first if the terminal is too narrow, in this order. If the table is still
   * too wide, its last columns are left out.
   */
  readonly spare?: readonly string[];
}

/** A column of a table. `cells` has the heading and then the text of each row. */
interface Column {
  readonly heading: string;
  readonly cells: readonly string[];
  readonly isNumeric: boolean;
  readonly width: number;
}

function columnsOf({ headings, rows }: Sheet): Column[] {
  return headings.map((heading, at) => {
    const cells = [heading, ...rows.map((row) => asOneLine(String(row[at] ?? '')))];
    const width = Math.max(...cells.map(widthOf));
    return { heading, cells, width, isNumeric: typeof rows[0]?.[at] === 'number' };
  });
}

/**
 * Returns widths with which all columns fit into `room` characters. Returns null if a column would become too
 * narrow.
 */
function fittingWidths(columns: readonly Column[], room: number): number[] | null {
  const widths = columns.map(({ width }) => width);
  // The first column is never cut, because people copy its values, which identify the rows.
  const most = (cap: number) =>
    columns.map(({ width, isNumeric }, at) => (at === 0 || isNumeric ? width : Math.min(width, cap)));
  const fits = (some: readonly number[]) =>
    some.reduce((sum, one) => sum + one, gap.length * (some.length - 1)) <= room;
  for (let cap = Math.max(narrowest, ...widths); cap >= narrowest; cap -= 1) {
    if (fits(most(cap))) return most(cap);
  }
  return null;
}

/**
 * Leaves out one column and returns the others. Leaves out the first column of `spare` that is still there; if there
 * is none, the last column.
 */
function withoutSpare(columns: readonly Column[], spare: readonly string[]): Column[] {
  const heading = spare.find((name) => columns.some((one) => one.heading === name));
  return heading === undefined ? columns.slice(0, -1) : columns.filter((one) => one.heading !== heading);
}

/** Returns lines with the columns side by side. Numbers are right-aligned. */
function aligned(columns: readonly Column[], widths: readonly number[]): string[] {
  const lines = columns[0]?.cells.length ?? 0;
  return Array.from({ length: lines }, (_, line) =>
    columns
      .map(({ cells, isNumeric }, at) => {
        const width = widths[at] ?? 0;
        const cell = cut(cells[line] ?? '', width);
        return isNumeric ? cell.padStart(width) : padded(cell, width);
      })
      .join(gap)
      .trimEnd(),
  );
}

/**
 * Returns a table as aligned text. No line is wider than `columns`; 0 means that the output is no terminal.
 * Text columns are cut to fit. Columns that still do not fit are left out and named below the table.
 */
export function tableOf(sheet: Sheet, columns = 0): string {
  const room = columns === 0 ? Number.POSITIVE_INFINITY : columns;
  const all = columnsOf(sheet);
  let shown = all;
  let widths = fittingWidths(shown, room);
  while (widths === null && shown.length > 1) {
    shown = withoutSpare(shown, sheet.spare ?? []);
    widths = fittingWidths(shown, room);
  }
  const lines = aligned(shown, widths ?? [room]);
  const missing = all.filter((one) => !shown.includes(one)).map(({ heading }) => heading);
  if (missing.length > 0) lines.push(cut(`Too narrow for ${missing.join(', ')}: see --json`, room));
  return `${lines.join('\n')}\n`;
}

/** Returns rows as aligned text with headings, as `tableOf` does. */
export function table(headings: readonly string[], rows: readonly (readonly Cell[])[], columns = 0): string {
  return tableOf({ headings, rows }, columns);
}

/** Returns aligned lines, each with a name and its value. */
export function pairs(entries: readonly (readonly [name: string, value: string])[]): string {
  const width = Math.max(0, ...entries.map(([name]) => name.length));
  return entries
    .map(([name, value]) => `${name.padEnd(width)}  ${asOneLine(value)}`.trimEnd())
    .join('\n')
    .concat('\n');
}

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

/** Matches characters that take two columns of a terminal. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;
/** Matches characters that take no column. */
const zeroWidth = /^[\p{Mn}\p{Me}\p{Cf}]$/u;

/** Returns how many columns of a terminal a text takes. */
function widthOf(text: string): number {
  // Each Latin character takes one column, so most texts do not need the slow loop below.
  if (!/[^\u0020-\u02ff]/.test(text)) return text.length;
  let width = 0;
  for (const letter of text) width += zeroWidth.test(letter) ? 0 : wide.test(letter) ? 2 : 1;
  return width;
}

/** Returns a text with blanks appended until it takes `width` columns of a terminal. */
function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

/** Returns a text that takes at most `columns` columns of a terminal. `…` replaces what was cut off. */
function cut(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let kept = '';
  let width = 0;
  for (const letter of text) {
    width += widthOf(letter);
    if (width > columns - 1) break;
    kept += letter;
  }
  return `${kept}…`;
}
