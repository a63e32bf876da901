import { type Coupon, readCoupons } from '#contracts/coupons.ts';
import { CatalogueChange } from '#contracts/feed.ts';
import type { Caller } from '#platform/bus/caller.ts';
import type { Context } from '#platform/bus/dispatcher.ts';
import { unavailable } from '#platform/errors/errors.ts';
import type { FeedListener } from '#platform/feed/subscriber.ts';
import type { KnownCoupons } from './command-contexts.ts';
import type { FactsCache } from './facts-cache.ts';
import { type Feed, FreshCache, requireRecent, type StaleBounds } from './fresh-cache.ts';
import { WaitLimit } from './wait-limit.ts';

/**
 * Maximum size of all cached coupons, in characters of JSON. A cart has at most 20 coupons, and 20 coupons of the
 * largest possible size fit into the cache.
 */
const maxCharacters = 96_000_000;
/** Maximum number of codes in one request. */
const batch = 50;

/** Coupons from the catalogue. `isOld` means that MongoDB could not confirm these coupons. */
interface Answer {
  readonly coupons: ReadonlyMap<string, Coupon | null>;
  readonly isOld: boolean;
}

/**
 * Returns the coupon without data that carts do not need: `usedBy` is empty if the coupon does not limit the uses per
 * customer.
 */
function needed(coupon: Coupon | null | undefined): Coupon | null {
  if (!coupon) return null;
  return coupon.usageLimitPerCustomer === null ? { ...coupon, usedBy: [] } : coupon;
}

/**
 * Caches coupons for carts. A coupon stays fresh until the feed reports its change. An expired coupon stays cached too,
 * because carts check the expiry date themselves.
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

  /** Marks all cached coupons as stale. Called when the feed has missed changes. */
  markAllStale(): void {
    this.#byCode.markAllStale();
  }

  /** Marks the coupons in a change as changed, so that the next lookup requests these coupons again. */
  apply(change: unknown): void {
    for (const code of CatalogueChange.parse(change).coupons ?? []) this.#byCode.markChanged(code);
  }

  /**
   * Returns coupons by code. Sends a request to the catalogue for all coupons that are not fresh. If the catalogue or
   * MongoDB does not answer, returns stale coupons. Their maximum age is `readMs` with `allowStale`, else `addMs`
   * (`StaleBounds`).
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
    const answer = recent ? await this.#waitLimit.ask(context, ask) : await ask(context);
    const found = answer?.coupons ?? recent;
    for (const code of requested) coupons.set(code, found?.get(code) ?? null);
    return { coupons, stale: answer === null || answer.isOld };
  }

  /** Requests coupons by code. A reply may contain only the first coupons, so several requests may be needed. */
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

/** Returns a listener of the feed `catalogue` that passes each change to the caches of facts and coupons. */
export function catalogueListener(
  facts: Pick<FactsCache, 'snapshot' | 'apply'>,
  coupons: Pick<CouponsCache, 'markAllStale' | 'apply'>,
): FeedListener {
  return {
    async snapshot() {
      const number = await facts.snapshot();
      coupons.markAllStale();
      return number;
    },
    apply(change) {
      facts.apply(change);
      coupons.apply(change);
    },
  };
}
