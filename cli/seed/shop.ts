import type { ProductRecord, ReviewRecord } from '#contracts/catalogue-import.ts';
import type { Coupon } from '#contracts/promotions.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import type { TermList } from '#contracts/terms.ts';

/** A shop to be put into the catalogue. What is long is made while it is sent. */
export interface Shop {
  /** Null where it has none of its own. */
  readonly settings: Partial<StoreSettings> | null;
  readonly coupons: readonly Coupon[];
  readonly products: Iterable<ProductRecord>;
  /** How many products there are. */
  readonly size: number;
  /** Known once the products were gone through: each tells how many use it. */
  terms(): readonly TermList[];
  readonly reviews: Iterable<ReviewRecord>;
}
