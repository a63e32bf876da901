/** Longer quoted values in a message are cut to this many characters. The opening quotation mark counts too. */
const longestQuoted = 101;
const values = { "'": /'[^']*'/gu, '"': /"[^"]*"/gu };

/** Returns a message in which long values are shortened. A value is the text between two quotation marks `quote`. */
export function shortQuotes(message: string, quote: keyof typeof values): string {
  return message.replaceAll(values[quote], (value) =>
    value.length > longestQuoted ? `${value.slice(0, longestQuoted)}…${quote}` : value,
  );
}
