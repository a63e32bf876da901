import { importCoupons } from '#contracts/catalogue-import.ts';
import type { CatalogueChange } from '#contracts/feed.ts';
import { type Coupon, createCoupon, deleteCoupon, listCoupons, readCoupons } from '#contracts/promotions.ts';
import { implement, type Served } from '#platform/bus/implement.ts';
import { type Away, type KnownSettings, type Standing, standingOf } from '../standing.ts';
import { fitting } from '../whole-products.ts';
import type { ChangedCoupons, CouponStore } from './store/coupon-store.ts';

/** What the operations on coupons need. */
export interface CouponParts {
  readonly coupons: CouponStore;
  readonly products: { standing(): Promise<Standing> };
  settings(): Promise<KnownSettings>;
  readonly away: Pick<Away, 'read'>;
  /** Tells the feed `catalogue` of a change. */
  tell(number: number, change: CatalogueChange): void;
  /** Most bytes of coupons in one reply, if it is more than one coupon. */
  readonly portionBytes: number;
}

/** The first of some coupons, as many as fit into one message: one of them may name thousands of products and customers. */
function portion(found: readonly (Coupon | null)[], bytes: number): (Coupon | null)[] {
  const sizes = found.map((coupon) => Buffer.byteLength(JSON.stringify(coupon)));
  return found.slice(0, fitting(sizes, bytes));
}

/**
 * Coupons: neighbours of the catalogue with a collection of their own, so that they can move out. Nothing is held of
 * them here: carts hold those that they use, and are told of every change by code.
 */
export function couponOperations(parts: CouponParts): Served[] {
  const { coupons } = parts;
  return [
    implement(readCoupons, async ({ codes }) => {
      const { asOf } = await standingOf(parts);
      const found = await parts.away.read(asOf.catalogue, () => coupons.byCodes(codes));
      return { coupons: portion(found, parts.portionBytes), asOf };
    }),
    implement(listCoupons, (query) => coupons.list(query)),
    implement(createCoupon, async ({ coupon }) => ({
      coupon: (await told(parts, coupons.create(coupon))).coupon,
    })),
    implement(deleteCoupon, async ({ code }) => ({
      coupon: (await told(parts, coupons.delete(code))).coupon,
    })),
    implement(importCoupons, async ({ records }) => ({
      outcome: (await told(parts, coupons.keep(records))).outcome,
    })),
  ];
}

/**
 * Waits for a change of coupons and tells of it. One message takes them all: a request has 100 records at most, so
 * that there are at most 200 codes of 200 characters.
 */
export async function told<Change extends ChangedCoupons>(
  { tell }: Pick<CouponParts, 'tell'>,
  change: Promise<Change>,
): Promise<Change> {
  const done = await change;
  if (done.codes.length > 0) tell(done.number, { products: [], coupons: [...done.codes] });
  return done;
}
