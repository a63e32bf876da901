import type { CartState } from '../model.ts';

/** The state of a cart from a revision until the next. */
export interface Moment {
  readonly revision: number;
  readonly state: CartState;
  /** Earliest possible time of this state, in milliseconds: when the last of its writes was first sent. */
  readonly since: number;
}

/**
 * Returns the index of the first entry of a sorted list whose number is at least `least`; the length of the list if
 * there is none.
 */
export function firstAtLeast<Entry>(
  sorted: readonly Entry[],
  numberOf: (entry: Entry) => number,
  least: number,
): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numberOf(sorted[middle] as Entry) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Returns the states in which a write may have been applied: from the highest revision that was shown before the write
 * was sent, until its answer. `moments` are sorted by revision, and therefore by `since`.
 */
export function momentsBetween(moments: readonly Moment[], fromRevision: number, until: number): Moment[] {
  const start = firstAtLeast(moments, ({ revision }) => revision, fromRevision);
  let end = start;
  while ((moments[end]?.since ?? Number.POSITIVE_INFINITY) <= until) end += 1;
  return moments.slice(start, end);
}
