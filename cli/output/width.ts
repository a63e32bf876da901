/** Matches characters that take two columns of a terminal. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;
/** Matches characters that take no column. */
const zeroWidth = /^[\p{Mn}\p{Me}\p{Cf}]$/u;

/** Returns the number of terminal columns of a text. */
export function widthOf(text: string): number {
  // Fast path for text with only Latin characters, which take one column each.
  if (!/[^\u0020-\u02ff]/.test(text)) return text.length;
  let width = 0;
  for (const letter of text) width += zeroWidth.test(letter) ? 0 : wide.test(letter) ? 2 : 1;
  return width;
}

/** Returns a text filled up with blanks to a width. */
export function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

/** Returns a text cut to a number of columns; `…` replaces the rest. */
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
