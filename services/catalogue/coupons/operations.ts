import { importCoupons } from '#contracts/catalogue-import.ts';
import { type Coupon, createCoupon, deleteCoupon, listCoupons, readCoupons } from '#contracts/coupons.ts';
import type { CatalogueChange } from '#contracts/feed.ts';
import { implement, type Served } from '#platform/bus/implement.ts';
import { fitting } from '../products/whole-products.ts';
import {
  type EngineOutage,
  type Freshness,
  type KnownSettings,
  settingsWithFreshness,
} from '../shared/freshness.ts';
import type { ChangedCoupons, CouponStore } from './store/coupon-store.ts';

/** Dependencies of the operations on coupons. */
export interface CouponDeps {
  readonly coupons: CouponStore;
  readonly products: { freshness(): Promise<Freshness> };
  settings(): Promise<KnownSettings>;
  readonly away: Pick<EngineOutage, 'read'>;
  /** Publishes a change on the feed `catalogue`. */
  publish(number: number, change: CatalogueChange): void;
  /** The maximum bytes of coupons in one reply with more than one coupon. */
  readonly portionBytes: number;
}

/** Returns the first coupons that fit into one message. A coupon may contain thousands of products and customers. */
function portion(found: readonly (Coupon | null)[], bytes: number): (Coupon | null)[] {
  const sizes = found.map((coupon) => Buffer.byteLength(JSON.stringify(coupon)));
  return found.slice(0, fitting(sizes, bytes));
}

/**
 * Returns the operations on coupons. They have their own collection, so that they can become a service of their own.
 * Coupons are not cached here: carts cache those that they use, and every change is published by code.
 */
export function couponOperations(deps: CouponDeps): Served[] {
  const { coupons } = deps;
  return [
    implement(readCoupons, async ({ codes }) => {
      const { asOf } = await settingsWithFreshness(deps);
      const found = await deps.away.read(asOf.catalogue, () => coupons.byCodes(codes));
      return { coupons: portion(found, deps.portionBytes), asOf };
    }),
    implement(listCoupons, (query) => coupons.list(query)),
    implement(createCoupon, async ({ coupon }) => ({
      coupon: (await publishing(deps, coupons.create(coupon))).coupon,
    })),
    implement(deleteCoupon, async ({ code }) => ({
      coupon: (await publishing(deps, coupons.delete(code))).coupon,
    })),
    implement(importCoupons, async ({ records }) => ({
      outcome: (await publishing(deps, coupons.keep(records))).outcome,
    })),
  ];
}

/**
 * Returns a change of coupons after publishing it. One message is enough: a request has at most 100 records, so at
 * most 200 codes of 200 characters.
 */
export async function publishing<Change extends ChangedCoupons>(
  { publish }: Pick<CouponDeps, 'publish'>,
  change: Promise<Change>,
): Promise<Change> {
  const done = await change;
  if (done.codes.length > 0) publish(done.number, { products: [], coupons: [...done.codes] });
  return done;
}
