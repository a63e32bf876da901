/**
 * A map as PHP writes it: `[]` when nothing is in it. CoCart's clients know both forms
 * (docs/reference/README.md#dialects).
 */
export function phpMap<Value>(map: Record<string, Value>): Record<string, Value> | [] {
  return Object.keys(map).length === 0 ? [] : map;
}
