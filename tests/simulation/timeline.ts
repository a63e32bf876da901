import { emptyCart, type ReferenceCart } from './reference-state.ts';

/** A cart at a revision, which was made between two times. */
export interface Moment {
  readonly revision: number;
  readonly cart: ReferenceCart;
  readonly begun: number;
  readonly ended: number;
}

/** The states of a cart, in the order of its revisions. */
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

  /** Returns the states that a read which began at `from` and ended at `to` may have returned. */
  between(from: number, to: number): Moment[] {
    const end = (index: number) => this.#moments[index + 1]?.ended ?? Number.POSITIVE_INFINITY;
    return this.#moments.filter(({ begun }, index) => begun <= to && end(index) >= from);
  }
}
