import { type Coupon, readCoupons } from '#contracts/coupons.ts';
import { CatalogueChange } from '#contracts/feed.ts';
import type { Caller } from '#platform/bus/caller.ts';
import type { Context } from '#platform/bus/context.ts';
import { unavailable } from '#platform/errors/errors.ts';
import type { KnownCoupons } from './command-contexts.ts';
import { type Feed, FreshCache, requireRecent, type StaleBounds, WaitLimit } from './fresh-cache.ts';

/** Maximum size of all cached coupons in characters of JSON: more than twenty of the largest. */
const maxCharacters = 96_000_000;
/** Maximum number of codes in one request. */
const batch = 50;

/** Coupons from the catalogue. `isOld` means that MongoDB could not confirm them. */
interface Answer {
  readonly coupons: ReadonlyMap<string, Coupon | null>;
  readonly isOld: boolean;
}

/** Returns a coupon with the data that carts need: `usedBy` only if uses per customer are limited. */
function needed(coupon: Coupon | null | undefined): Coupon | null {
  if (!coupon) return null;
  return coupon.usageLimitPerCustomer === null ? { ...coupon, usedBy: [] } : coupon;
}

/**
 * Caches coupons for carts, as `facts-cache.ts` caches facts. A coupon that expires stays cached, because it contains
 * its expiry date.
 */
export class CouponsCache {
  readonly #caller: Caller;
  readonly #bounds: StaleBounds;
  readonly #waitLimit = new WaitLimit();
  readonly #byCode = new FreshCache<string, Coupon | null>(
    maxCharacters,
    (coupon) => JSON.stringify(coupon).length,
  );

  constructor(caller: Caller, bounds: StaleBounds) {
    this.#caller = caller;
    this.#bounds = bounds;
  }

  /** Sets the feeds that keep the cache current. Without feeds, entries are fresh for two seconds. */
  follow(feed: Feed, settings: Pick<Feed, 'number'>): void {
    this.#byCode.follow(feed, settings);
  }

  /** Marks all cached coupons as stale, because changes were missed. */
  markAllStale(): void {
    this.#byCode.markAllStale();
  }

  /** Marks the coupons of a change as changed, so that they are requested again. */
  apply(change: unknown): void {
    for (const code of CatalogueChange.parse(change).coupons ?? []) this.#byCode.markChanged(code);
  }

  /**
   * Returns coupons by code, with one request to the catalogue for all that are not fresh. While the catalogue or
   * MongoDB does not answer, stale coupons are used up to the same age as stale facts (`facts-cache.ts`).
   *
   * @throws ServiceError when a coupon is not cached and the catalogue does not answer
   */
  async lookUp(codes: readonly string[], context: Context, allowStale: boolean): Promise<KnownCoupons> {
    const coupons = new Map<string, Coupon | null>();
    const missing = new Set<string>();
    for (const code of codes) {
      const cached = this.#byCode.fresh(code);
      if (cached) coupons.set(code, cached.value);
      else missing.add(code);
    }
    if (missing.size === 0) return { coupons, stale: false };
    const requested = [...missing];
    const maxMs = allowStale ? this.#bounds.readMs : this.#bounds.addMs;
    const recent = this.#byCode.validWithin(requested, maxMs, allowStale);
    const ask = (limited: Context) => this.#ask(requested, limited, maxMs);
    const purpose = allowStale ? 'reading' : 'adding';
    const answer = recent ? await this.#waitLimit.ask(context, ask, purpose) : await ask(context);
    const found = answer?.coupons ?? recent;
    for (const code of requested) coupons.set(code, found?.get(code) ?? null);
    return { coupons, stale: answer === null || answer.isOld };
  }

  /** Requests coupons by code. A reply may contain only the first ones. */
  async #ask(codes: readonly string[], context: Context, maxMs: number): Promise<Answer> {
    const { epoch } = this.#byCode;
    const all = new Map<string, Coupon | null>();
    let isOld = false;
    while (all.size < codes.length) {
      const part = codes.slice(all.size, all.size + batch);
      const { coupons, asOf } = await this.#caller.request(readCoupons, { codes: part }, context);
      if (coupons.length === 0) throw unavailable('the catalogue returned none of the requested records');
      requireRecent(asOf, maxMs);
      isOld ||= asOf.age > 0;
      const answer = coupons.map((coupon, index) => [part[index] as string, needed(coupon)] as const);
      this.#byCode.keep(answer, epoch, asOf);
      for (const [code, coupon] of answer) all.set(code, coupon);
    }
    return { coupons: all, isOld };
  }
}
