import { CatalogueChange } from '#contracts/feed.ts';
import { type Coupon, readCoupons } from '#contracts/promotions.ts';
import type { Caller } from '#platform/bus/caller.ts';
import type { Context } from '#platform/bus/context.ts';
import { type Feed, FreshMemory, Patience } from './fresh-memory.ts';
import type { KnownCoupons } from './worlds.ts';

/** How many coupons are held; the products, categories and customers that one names count as well. */
const mostEntries = 100_000;
/** Most codes that one call asks for. */
const batch = 50;

function entriesOf(coupon: Coupon | null): number {
  if (!coupon) return 1;
  const { productIds, excludedProductIds, categoryIds, excludedCategoryIds, usedBy, allowedEmails } = coupon;
  const lists = [productIds, excludedProductIds, categoryIds, excludedCategoryIds, usedBy, allowedEmails];
  return lists.reduce((all, { length }) => all + length, 1);
}

/**
 * What carts know of coupons, kept as facts of products are (`facts-cache.ts`). What ends by the clock is judged by the
 * clock: a coupon tells when it expires.
 */
export class CouponsCache {
  readonly #caller: Caller;
  readonly #patience = new Patience();
  readonly #byCode = new FreshMemory<string, Coupon | null>(mostEntries, entriesOf);

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

  async #ask(codes: readonly string[], context: Context): Promise<ReadonlyMap<string, Coupon | null>> {
    const { epoch } = this.#byCode;
    const all = new Map<string, Coupon | null>();
    for (let from = 0; from < codes.length; from += batch) {
      const part = codes.slice(from, from + batch);
      const { coupons, asOf } = await this.#caller.request(readCoupons, { codes: part }, context);
      const answer = part.map((code, index) => [code, coupons[index] ?? null] as const);
      this.#byCode.keep(answer, epoch, asOf);
      for (const [code, coupon] of answer) all.set(code, coupon);
    }
    return all;
  }
}
