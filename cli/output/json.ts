/** Returns a value as `--json` prints it: JSON on one line. */
export function json(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}
