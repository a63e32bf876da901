import type { ProductRecord, ReviewRecord } from '#contracts/catalogue-import.ts';
import type { Coupon } from '#contracts/coupons.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import type { TermList } from '#contracts/terms.ts';

/** A shop for seeding the catalogue. Its products and reviews are generated while they are sent. */
export interface Shop {
  /** The settings of the store. Null: the settings of the system are kept. */
  readonly settings: Partial<StoreSettings> | null;
  readonly coupons: readonly Coupon[];
  readonly products: Iterable<ProductRecord>;
  /** Number of products. */
  readonly size: number;
  /** Returns the terms. Must be called after all products were generated, because each term counts its products. */
  terms(): readonly TermList[];
  readonly reviews: Iterable<ReviewRecord>;
}
