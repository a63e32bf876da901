/** Text without control characters: a name out of a shop must not speak to the terminal. */
export function printable(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ');
}
