import type { Currency } from '#contracts/settings.ts';
import { fineSum, type Grain } from '#platform/money/fine.ts';
import type { Shipped } from './consignment.ts';
import { type Exact, exact, over } from './exact.ts';

/** What a cost is reckoned from: the number of pieces, and what they come to in major units. */
export interface Parcel {
  readonly quantity: Exact;
  readonly cost: Exact;
}

/** Some goods as an expression sees them. @throws RangeError beyond the safe integers */
export function parcelOf(goods: readonly Shipped[], { decimals }: Currency, grain: Grain): Parcel {
  return {
    quantity: exact(goods.reduce((all, { quantity }) => all + quantity, 0)),
    cost: over(exact(fineSum(goods.map(({ total }) => total)), decimals), exact(grain)),
  };
}
