import type { CartState } from '../model.ts';

/** The content of a cart from a revision until the next revision. */
export interface Moment {
  readonly revision: number;
  readonly state: CartState;
  /**
   * The earliest possible time of this revision, in milliseconds: when its write and the writes of all
   * earlier revisions had been sent.
   */
  readonly since: number;
}

/**
 * Returns the index of the first entry whose number is at least `least`, in a list sorted by number. Without
 * such an entry, returns the length of the list.
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
 * Returns the moments at which a write may have been applied. `fromRevision` is the highest revision that an answer
 * showed before the write was sent. `until` is the time of the write's answer. `moments` are sorted by revision.
 */
export function momentsBetween(moments: readonly Moment[], fromRevision: number, until: number): Moment[] {
  const start = firstAtLeast(moments, ({ revision }) => revision, fromRevision);
  let end = start;
  while ((moments[end]?.since ?? Number.POSITIVE_INFINITY) <= until) end += 1;
  return moments.slice(start, end);
}
