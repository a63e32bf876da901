/** Maximum number of characters of a quoted value in a message, including its first quote. */
const longestQuoted = 101;
const values = { "'": /'[^']*'/gu, '"': /"[^"]*"/gu };

/** Returns a message in which long values are shortened. A value is text between two of the given quotes. */
export function shortQuotes(message: string, quote: keyof typeof values): string {
  return message.replaceAll(values[quote], (value) =>
    value.length > longestQuoted ? `${value.slice(0, longestQuoted)}…${quote}` : value,
  );
}
