/** Control characters, line ends and marks of direction: characters that a text on one line does not have. */
const others = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu;

/** Returns whether a text has no control characters, line ends and marks of direction. */
export function isOneLine(text: string): boolean {
  return text.search(others) < 0;
}

/** Returns a text in which control characters, line ends and marks of direction are blanks. */
export function asOneLine(text: string): string {
  return text.replaceAll(others, ' ');
}

/** What a terminal would obey, or show in another order. Line feeds, tabs and line ends of CSV are not among them. */
const obeyed = /\r(?!\n)|(?![\t\n\r])[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** Returns a text for a terminal: what it would obey is written as `\u001b`, which in JSON has the same meaning. */
export function forTerminal(text: string): string {
  return text.replaceAll(obeyed, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Returns a text without trailing slashes. */
export function withoutEndingSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === '/') end -= 1;
  return text.slice(0, end);
}

/**
 * Returns a text as UTF-8 bytes that have memory of their own, for caches. `Buffer.from` returns a part of a pool of
 * 64 kB, and each cached part would keep a whole pool in memory.
 */
export function ownBytes(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}

/** Returns whether a text is the tag of a known language, such as `cs` or `de-AT`. `cz` is none, but a country. */
export function isLanguageTag(text: string): boolean {
  try {
    return /^[a-z]{2,3}(-|$)/.test(text) && Intl.PluralRules.supportedLocalesOf(text).length === 1;
  } catch {
    // Intl throws a RangeError.
    return false;
  }
}
