/** A value for all texts from `from` to `to`, both included, in the order of `<`. */
export interface Range<T> {
  readonly from: string;
  readonly to: string;
  readonly value: T;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/**
 * Finds the ranges that contain a text. A binary search finds the last range that begins at or before the text.
 * The search then goes back while an earlier range may contain the text.
 */
export class Ranges<T> {
  readonly #sorted: readonly Range<T>[];
  /** For each position, the greatest `to` of all ranges up to this position. */
  readonly #reach: readonly string[];

  constructor(ranges: Iterable<Range<T>>) {
    this.#sorted = [...ranges].sort((a, b) => compare(a.from, b.from));
    let reach = '';
    this.#reach = this.#sorted.map(({ to }) => {
      if (to > reach) reach = to;
      return reach;
    });
  }

  /** Yields the values of the ranges that contain a text. */
  *around(text: string): Iterable<T> {
    for (let at = this.#lastFrom(text); at >= 0; at -= 1) {
      if ((this.#reach[at] ?? '') < text) return;
      const range = this.#sorted[at];
      if (range && text <= range.to) yield range.value;
    }
  }

  /** Returns the position of the last range that begins at or before the text; -1 if no range does. */
  #lastFrom(text: string): number {
    let [low, high] = [0, this.#sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#sorted[middle]?.from ?? '') <= text) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
