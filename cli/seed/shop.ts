import type { ProductRecord, ReviewRecord } from '#contracts/catalogue-import.ts';
import type { Coupon } from '#contracts/coupons.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import type { TermList } from '#contracts/terms.ts';

/** A shop that is written to the catalogue. Long collections are generated while they are sent. */
export interface Shop {
  /** Null for a shop without settings. */
  readonly settings: Partial<StoreSettings> | null;
  readonly coupons: readonly Coupon[];
  readonly products: Iterable<ProductRecord>;
  /** Number of products. */
  readonly size: number;
  /** Returns the terms. Call it after all products were generated, because terms count them. */
  terms(): readonly TermList[];
  readonly reviews: Iterable<ReviewRecord>;
}
