import { type Coupon, readCoupons } from '#contracts/coupons.ts';
import { CatalogueChange } from '#contracts/feed.ts';
import type { Caller } from '#platform/bus/caller.ts';
import type { Context } from '#platform/bus/context.ts';
import { unavailable } from '#platform/errors/errors.ts';
import type { KnownCoupons } from './command-contexts.ts';
import { type Feed, FreshCache, requireRecent, type StaleBounds, WaitLimit } from './fresh-cache.ts';

/** Maximum size of all cached coupons in characters of JSON: more than twenty of the largest. */
const mostCharacters = 96_000_000;
/** Maximum number of codes in one request. */
const batch = 50;

/** An answer of the catalogue, and whether it could not be confirmed at once. */
interface Answer {
  readonly coupons: ReadonlyMap<string, Coupon | null>;
  readonly isOld: boolean;
}

/** Returns a coupon with the members that carts need: its uses only if it limits uses per customer. */
function needed(coupon: Coupon | null | undefined): Coupon | null {
  if (!coupon) return null;
  return coupon.usageLimitPerCustomer === null ? { ...coupon, usedBy: [] } : coupon;
}

/**
 * Caches coupons for carts, as `facts-cache.ts` caches facts. Coupons contain their expiry, so time needs no
 * invalidation.
 */
export class CouponsCache {
  readonly #caller: Caller;
  readonly #bounds: StaleBounds;
  readonly #patience = new WaitLimit();
  readonly #byCode = new FreshCache<string, Coupon | null>(
    mostCharacters,
    (coupon) => JSON.stringify(coupon).length,
  );

  constructor(caller: Caller, bounds: StaleBounds) {
    this.#caller = caller;
    this.#bounds = bounds;
  }

  /** Sets the feeds that keep the cache current; until then entries expire after two seconds. */
  follow(feed: Feed, settings: Pick<Feed, 'number'>): void {
    this.#byCode.follow(feed, settings);
  }

  /** Marks all cached coupons as stale, because changes were missed. */
  markAllStale(): void {
    this.#byCode.markAllStale();
  }

  /** Returns a coupon with the members that carts need: `usedBy` only if uses per customer are limited. */
  apply(change: unknown): void {
    for (const code of CatalogueChange.parse(change).coupons ?? []) this.#byCode.markChanged(code);
  }

  /**
   * Returns coupons by code, with one request to the catalogue for all that are not fresh. While the
   * catalogue or its engine is away, stale ones are used, as old as facts may be (`facts-cache.ts`).
   *
   * @throws ServiceError when some are not known
   */
  async lookUp(codes: readonly string[], context: Context, allowStale: boolean): Promise<KnownCoupons> {
    const coupons = new Map<string, Coupon | null>();
    const missing = new Set<string>();
    for (const code of codes) {
      const held = this.#byCode.fresh(code);
      if (held) coupons.set(code, held.value);
      else missing.add(code);
    }
    if (missing.size === 0) return { coupons, stale: false };
    const asked = [...missing];
    const mostMs = allowStale ? this.#bounds.readMs : this.#bounds.addMs;
    const lately = this.#byCode.validWithin(asked, mostMs, allowStale);
    const ask = (asking: Context) => this.#ask(asked, asking, mostMs);
    const purpose = allowStale ? 'reading' : 'adding';
    const answer = lately ? await this.#patience.ask(context, ask, purpose) : await ask(context);
    const found = answer?.coupons ?? lately;
    for (const code of asked) coupons.set(code, found?.get(code) ?? null);
    return { coupons, stale: answer === null || answer.isOld };
  }

  /** Requests coupons by code. A reply may contain only the first ones. */
  async #ask(codes: readonly string[], context: Context, mostMs: number): Promise<Answer> {
    const { epoch } = this.#byCode;
    const all = new Map<string, Coupon | null>();
    let isOld = false;
    while (all.size < codes.length) {
      const part = codes.slice(all.size, all.size + batch);
      const { coupons, asOf } = await this.#caller.request(readCoupons, { codes: part }, context);
      if (coupons.length === 0) throw unavailable('the catalogue returned none of the requested records');
      requireRecent(asOf, mostMs);
      isOld ||= asOf.age > 0;
      const answer = coupons.map((coupon, index) => [part[index] as string, needed(coupon)] as const);
      this.#byCode.keep(answer, epoch, asOf);
      for (const [code, coupon] of answer) all.set(code, coupon);
    }
    return { coupons: all, isOld };
  }
}
