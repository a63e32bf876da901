/** Matches characters that take two columns of a terminal. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;
/** Matches characters that take no column. */
const zeroWidth = /^[\p{Mn}\p{Me}\p{Cf}]$/u;

/** Returns how many columns of a terminal a text takes. */
export function widthOf(text: string): number {
  // Each Latin character takes one column, so most texts do not need the slow loop below.
  if (!/[^\u0020-\u02ff]/.test(text)) return text.length;
  let width = 0;
  for (const letter of text) width += zeroWidth.test(letter) ? 0 : wide.test(letter) ? 2 : 1;
  return width;
}

/** Returns a text with blanks appended until it takes `width` columns of a terminal. */
export function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

/** Returns a text that takes at most `columns` columns of a terminal. `…` replaces what was cut off. */
export function cut(text: string, columns: number): string {
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
