import type { Currency } from '#contracts/settings.ts';
import type { Shipped } from './consignment.ts';
import { type Exact, exact } from './exact.ts';

/** What a cost is reckoned from: the number of pieces, and what they come to in major units. */
export interface Parcel {
  readonly quantity: Exact;
  readonly cost: Exact;
}

/** Some goods as an expression sees them. */
export function parcelOf(goods: readonly Shipped[], { decimals }: Currency): Parcel {
  const total = goods.reduce((all, one) => all + BigInt(one.total), 0n);
  return {
    quantity: exact(goods.reduce((all, { quantity }) => all + quantity, 0)),
    cost: exact(total, decimals),
  };
}
