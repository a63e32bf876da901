import { importCoupons } from '#contracts/catalogue-import.ts';
import { type Coupon, createCoupon, deleteCoupon, listCoupons, readCoupons } from '#contracts/coupons.ts';
import type { CatalogueChange } from '#contracts/feed.ts';
import { type ImplementedOperation, implement } from '#platform/bus/dispatcher.ts';
import {
  type EngineOutage,
  type Freshness,
  type KnownSettings,
  settingsWithFreshness,
} from '../caches/freshness.ts';
import type { ChangedCoupons, CouponStore } from '../store/coupons.ts';
import { countThatFits } from './whole-products.ts';

interface CouponDeps {
  readonly coupons: CouponStore;
  readonly products: { freshness(): Promise<Freshness> };
  settings(): Promise<KnownSettings>;
  readonly outage: Pick<EngineOutage, 'read'>;
  /** Publishes a change on the feed `catalogue`. */
  publish(number: number, change: CatalogueChange): void;
  /** The maximum size of a reply with more than one coupon. Bytes. */
  readonly portionBytes: number;
}

/**
 * Returns the first coupons whose JSON together fits into `bytes` bytes. One coupon may have thousands of ids
 * and email addresses.
 */
function firstFitting(found: readonly (Coupon | null)[], bytes: number): (Coupon | null)[] {
  const sizes = found.map((coupon) => Buffer.byteLength(JSON.stringify(coupon)));
  return found.slice(0, countThatFits(sizes, bytes));
}

/**
 * Returns the operations on coupons. This service does not cache coupons, because the cart service caches the
 * coupons that carts use.
 */
export function couponOperations(deps: CouponDeps): ImplementedOperation[] {
  const { coupons } = deps;
  return [
    implement(readCoupons, async ({ codes }) => {
      const { asOf } = await settingsWithFreshness(deps);
      const found = await deps.outage.read(asOf.catalogue, () => coupons.byCodes(codes));
      return { coupons: firstFitting(found, deps.portionBytes), asOf };
    }),
    implement(listCoupons, (query) => coupons.list(query)),
    implement(createCoupon, async ({ coupon }) => ({
      coupon: (await storedAndPublished(deps, coupons.create(coupon))).coupon,
    })),
    implement(deleteCoupon, async ({ code }) => ({
      coupon: (await storedAndPublished(deps, coupons.delete(code))).coupon,
    })),
    implement(importCoupons, async ({ records }) => ({
      outcome: (await storedAndPublished(deps, coupons.keep(records))).outcome,
    })),
  ];
}

/**
 * Waits until a change of coupons is stored, publishes the change on the feed `catalogue`, and returns the
 * change. All codes fit into one message: a request changes at most 200 codes of 200 characters.
 */
export async function storedAndPublished<Change extends ChangedCoupons>(
  { publish }: Pick<CouponDeps, 'publish'>,
  change: Promise<Change>,
): Promise<Change> {
  const done = await change;
  if (done.codes.length > 0) publish(done.number, { products: [], coupons: [...done.codes] });
  return done;
}
