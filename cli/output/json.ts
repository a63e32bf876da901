/** A value as `--json` prints it: one JSON value, a line of its own. */
export function json(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}
