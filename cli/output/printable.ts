/**
 * Returns text without control characters, line ends and bidirectional marks, so that a name cannot control
 * the terminal or break the layout.
 */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ');
}
