/** Returns `"A"`, `"A" and "B"` or `"A", "B" and "C"`; each name once. */
export function nameList(names: readonly string[]): string {
  const quoted = [...new Set(names)].map((name) => `"${name}"`);
  const last = quoted.pop() ?? '';
  return quoted.length === 0 ? last : `${quoted.join(', ')} and ${last}`;
}
