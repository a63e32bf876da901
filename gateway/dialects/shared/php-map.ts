/**
 * Returns a map as PHP writes it: `[]` if empty. CoCart's clients know both forms
 * (docs/reference/README.md#dialects).
 */
export function phpMap<Value>(map: Record<string, Value>): Record<string, Value> | [] {
  return Object.keys(map).length === 0 ? [] : map;
}
