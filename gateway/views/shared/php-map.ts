/**
 * Returns a map as PHP writes it in JSON: an empty map becomes `[]`. CoCart's clients accept both forms
 * (docs/reference/README.md#dialects).
 */
export function phpMap<Value>(map: Record<string, Value>): Record<string, Value> | [] {
  return Object.keys(map).length === 0 ? [] : map;
}
