import type { Currency } from '#contracts/settings.ts';
import { fineSum, type Grain } from '#platform/money/fine.ts';
import type { Shipped } from './consignment.ts';
import { type Exact, exact, over } from './exact.ts';

/** The input of a cost expression: the number of pieces, and their price in major units. */
export interface Parcel {
  readonly quantity: Exact;
  readonly cost: Exact;
}

/** Returns goods as an expression sees them. @throws RangeError beyond the safe integers */
export function parcelOf(goods: readonly Shipped[], { decimals }: Currency, grain: Grain): Parcel {
  return {
    quantity: exact(goods.reduce((all, { quantity }) => all + quantity, 0)),
    cost: over(exact(fineSum(goods.map(({ total }) => total)), decimals), exact(grain)),
  };
}
