import { emptyCart, type ReferenceCart } from './reference-state.ts';

/** A cart under a revision, which it got between two moments. */
export interface Moment {
  readonly revision: number;
  readonly cart: ReferenceCart;
  readonly begun: number;
  readonly ended: number;
}

/** What a cart was, one revision after the other. */
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

  /** What somebody may have seen who looked at some moment from `from` to `to`. */
  between(from: number, to: number): Moment[] {
    const end = (index: number) => this.#moments[index + 1]?.ended ?? Number.POSITIVE_INFINITY;
    return this.#moments.filter(({ begun }, index) => begun <= to && end(index) >= from);
  }
}
