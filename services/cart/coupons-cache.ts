import { CatalogueChange } from '#contracts/feed.ts';
import { type Coupon, readCoupons } from '#contracts/promotions.ts';
import type { Caller } from '#platform/bus/caller.ts';
import type { Context } from '#platform/bus/context.ts';
import { unavailable } from '#platform/errors/errors.ts';
import { type Feed, FreshMemory, Patience } from './fresh-memory.ts';
import type { KnownCoupons } from './worlds.ts';

/** Characters of JSON of all coupons that are held: more than twenty of the largest take. */
const mostCharacters = 96_000_000;
/** Most codes that one call asks for. */
const batch = 50;

/** A coupon as carts need it: who used it counts only where one customer may not use it at will. */
function needed(coupon: Coupon | null | undefined): Coupon | null {
  if (!coupon) return null;
  return coupon.usageLimitPerCustomer === null ? { ...coupon, usedBy: [] } : coupon;
}

/**
 * What carts know of coupons, kept as facts of products are (`facts-cache.ts`). What ends by the clock is judged by the
 * clock: a coupon tells when it expires.
 */
export class CouponsCache {
  readonly #caller: Caller;
  readonly #patience = new Patience();
  readonly #byCode = new FreshMemory<string, Coupon | null>(
    mostCharacters,
    (coupon) => JSON.stringify(coupon).length,
  );

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** Names the feeds that keep the cache; until then nothing is older than two seconds. */
  follow(feed: Feed, settings: Pick<Feed, 'number'>): void {
    this.#byCode.follow(feed, settings);
  }

  /** Takes no coupon for fresh that is held now: changes were missed. */
  doubtAll(): void {
    this.#byCode.doubtAll();
  }

  /** Takes in a change of the feed `catalogue`. */
  apply(change: unknown): void {
    for (const code of CatalogueChange.parse(change).coupons ?? []) this.#byCode.doubt(code);
  }

  /**
   * Coupons by their codes, as they are kept, in one question to the catalogue for all that are not known well enough.
   * With `evenStale`, those up to a minute old are taken while the catalogue does not answer.
   *
   * @throws ServiceError when some are not known
   */
  async lookUp(codes: readonly string[], context: Context, evenStale: boolean): Promise<KnownCoupons> {
    const coupons = new Map<string, Coupon | null>();
    const missing = new Set<string>();
    for (const code of codes) {
      const held = this.#byCode.fresh(code);
      if (held) coupons.set(code, held.value);
      else missing.add(code);
    }
    if (missing.size === 0) return { coupons, stale: false };
    const asked = [...missing];
    const lately = evenStale ? this.#byCode.lately(asked) : null;
    const ask = (asking: Context) => this.#ask(asked, asking);
    const found = lately ? await this.#patience.briefly(context, ask) : await ask(context);
    for (const code of asked) coupons.set(code, (found ?? lately)?.get(code) ?? null);
    return { coupons, stale: found === null };
  }

  /** Coupons by their codes. A reply may hold those of the first ones only. */
  async #ask(codes: readonly string[], context: Context): Promise<ReadonlyMap<string, Coupon | null>> {
    const { epoch } = this.#byCode;
    const all = new Map<string, Coupon | null>();
    while (all.size < codes.length) {
      const part = codes.slice(all.size, all.size + batch);
      const { coupons, asOf } = await this.#caller.request(readCoupons, { codes: part }, context);
      if (coupons.length === 0) throw unavailable('the catalogue told nothing of what it was asked for');
      const answer = coupons.map((coupon, index) => [part[index] as string, needed(coupon)] as const);
      this.#byCode.keep(answer, epoch, asOf);
      for (const [code, coupon] of answer) all.set(code, coupon);
    }
    return all;
  }
}
