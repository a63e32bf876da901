/** Returns a value as `--json` prints it: JSON on one line. */
export function json(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

/** Longer quoted values in a message are cut to this many characters. The opening quotation mark counts too. */
const longestQuoted = 101;
const values = { "'": /'[^']*'/gu, '"': /"[^"]*"/gu };

/** Returns a message in which long values are shortened. A value is the text between two quotation marks `quote`. */
export function shortQuotes(message: string, quote: keyof typeof values): string {
  return message.replaceAll(values[quote], (value) =>
    value.length > longestQuoted ? `${value.slice(0, longestQuoted)}…${quote}` : value,
  );
}

/** Returns text for a number of seconds in its two largest units: `3 d 4 h`, `12 min 5 s`. */
export function duration(seconds: number): string {
  const units = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3_600) % 24,
    Math.floor(seconds / 60) % 60,
  ];
  const [days = 0, hours = 0, minutes = 0] = units;
  if (days > 0) return `${days} d ${hours} h`;
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}

/**
 * Returns short text for a number of seconds, such as `47 h` or `6 d`. The unit is the smallest in which the number is
 * below 100: seconds, minutes or hours. Longer times are in days.
 */
export function briefDuration(seconds: number): string {
  const units = [
    [1, 's'],
    [60, 'min'],
    [3_600, 'h'],
  ] as const;
  const [size, unit] = units.find(([one]) => seconds < 100 * one) ?? [86_400, 'd'];
  return `${Math.floor(seconds / size)} ${unit}`;
}
