import { emptyCart, type ReferenceCart } from './reference-state.ts';

/**
 * One revision of a cart: its number, and the cart with this revision. The commit of the revision began at `begun` and
 * ended at `ended`.
 */
export interface Moment {
  readonly revision: number;
  readonly cart: ReferenceCart;
  readonly begun: number;
  readonly ended: number;
}

/** The carts at all revisions, oldest first. */
export class Timeline {
  readonly #moments: Moment[] = [
    { revision: 0, cart: emptyCart, begun: Number.NEGATIVE_INFINITY, ended: Number.NEGATIVE_INFINITY },
  ];

  get last(): Moment {
    return this.#moments.at(-1) as Moment;
  }

  push(moment: Moment): void {
    this.#moments.push(moment);
  }

  /** Returns the carts that a read between `from` and `to` may return. */
  between(from: number, to: number): Moment[] {
    const end = (index: number) => this.#moments[index + 1]?.ended ?? Number.POSITIVE_INFINITY;
    return this.#moments.filter(({ begun }, index) => begun <= to && end(index) >= from);
  }
}
