import type { ProductRecord, ReviewRecord } from '#contracts/catalogue-import.ts';
import type { Coupon } from '#contracts/promotions.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import type { TermList } from '#contracts/terms.ts';

/** A shop to be put into the catalogue. What is long is made while it is sent. */
export interface Shop {
  readonly settings: Partial<StoreSettings>;
  readonly terms: readonly TermList[];
  readonly coupons: readonly Coupon[];
  readonly products: Iterable<ProductRecord>;
  readonly reviews: Iterable<ReviewRecord>;
  /** How many products there are. */
  readonly size: number;
}
