/**
 * Returns a function that calls `make` once for each object, and keeps the result as long as the object is in memory.
 * For objects that never change: settings, documents, records of a feed.
 */
export function memo<Key extends object, Result>(make: (key: Key) => Result): (key: Key) => Result {
  const made = new WeakMap<Key, { readonly result: Result }>();
  return (key) => {
    let known = made.get(key);
    if (!known) {
      known = { result: make(key) };
      made.set(key, known);
    }
    return known.result;
  };
}
