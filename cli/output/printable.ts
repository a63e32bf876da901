/**
 * Text without control characters, ends of lines and marks that turn the direction of writing: a name out of a shop
 * must not speak to the terminal, nor disarrange what stands beside it.
 */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ');
}
