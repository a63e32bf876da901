import type { Collection } from '#contracts/catalogue-import.ts';
import type { ShopKind } from '#contracts/connect.ts';
import type { Digests, ShopRecords } from '#platform/woocommerce/fetch-records.ts';
import type { Missing } from './missing.ts';
import { distinct, type Item, settingsItem } from './store/item.ts';
import type { ConnectState } from './store/state.ts';

/** Milliseconds between two questions for changes by date, and between two readings of what has no such dates. */
const byDateMs = 15_000;
const wholesMs = 300_000;
/** Milliseconds between two readings of the stock and the prices of all products. */
const stockMs = 3_600_000;
/** Seconds by which the questions by date overlap. */
const overlapS = 60;
/** Seconds for which new reviews are looked at again. */
const reviewsS = 86_400;

/** The kinds whose changes set no date. */
const wholes = ['coupons', 'categories', 'tags', 'brands', 'shippingClasses'] as const;

interface ReadingDeps {
  readonly records: ShopRecords;
  readonly missing: Missing;
  readonly state: ConnectState;
}

/**
 * Finds what has changed in a shop without the plugin: products by the dates of their changes and by changed orders, and
 * other records by comparing whole lists with those of the last time. The lists are in memory only: after a restart, the
 * first ones name all coupons and terms.
 */
export class Reading {
  readonly #deps: ReadingDeps;
  readonly #digests = new Map<string, ReadonlyMap<number, string>>();
  #byDateAt = 0;
  #wholesAt = 0;
  #stockAt = 0;
  /** The list of stock and prices that is being read, one page at a time, and what came so far. */
  #stock: { readonly pages: AsyncIterator<Digests>; readonly found: Map<number, string> } | null = null;

  constructor(deps: ReadingDeps) {
    this.#deps = deps;
  }

  /**
   * Returns the records that may have changed, of what is due, and the kinds that were looked at.
   * @throws Problem if the shop's answers cannot be read
   */
  async changes(now: number): Promise<{ readonly items: Item[]; readonly kinds: readonly ShopKind[] }> {
    const items: Item[] = [];
    const kinds: ShopKind[] = [];
    if (now >= this.#byDateAt) {
      items.push(...(await this.#byDate()));
      kinds.push('products');
      this.#byDateAt = now + byDateMs;
    }
    if (now >= this.#wholesAt) {
      items.push(settingsItem, ...(await this.#wholes()));
      kinds.push('settings', 'attributes', 'terms', 'reviews', ...wholes);
      this.#wholesAt = now + wholesMs;
    }
    if (this.#stock || now >= this.#stockAt) items.push(...(await this.#stockAndPrices(now)));
    return { items: distinct(items), kinds };
  }

  /** Returns the products that changed since the last question, and those of changed orders. */
  async #byDate(): Promise<Item[]> {
    const { records, state } = this.#deps;
    const clock = await records.clock();
    const since = ((await state.read('readUntil')) ?? clock) - overlapS;
    const ids = await records.changedProducts(since);
    await state.write('readUntil', clock);
    return ids.map((id) => ({ kind: 'products', id }));
  }

  /** Returns what differs in whole lists, and what these lists lack for an hour. */
  async #wholes(): Promise<Item[]> {
    const { records } = this.#deps;
    const found: Item[] = [];
    for (const kind of wholes) found.push(...(await this.#differing(kind, await records.digests(kind))));
    const { digests, slugs } = await records.attributes();
    found.push(...(await this.#differing('attributes', new Map([...slugs].map(([id, slug]) => [id, slug])))));
    found.push(...(await this.#differing('terms', digests)));
    const reviews = await records.newReviews((await records.clock()) - reviewsS);
    found.push(...this.#changed('reviews', reviews, true));
    return found;
  }

  /** Reads one page of stock and prices. After the last page, returns the products that differ from the last reading. */
  async #stockAndPrices(now: number): Promise<Item[]> {
    this.#stock ??= { pages: this.#deps.records.stockAndPrices(), found: new Map() };
    const { pages, found } = this.#stock;
    const page = await pages.next().catch((error: unknown) => {
      this.#stock = null;
      this.#stockAt = now + wholesMs;
      throw error;
    });
    if (!page.done) {
      for (const [id, digest] of page.value) found.set(id, `${found.get(id) ?? ''}${digest}`);
      return [];
    }
    this.#stock = null;
    this.#stockAt = now + stockMs;
    return [...this.#changed('products', found, false), ...(await this.#gone('products', found.keys()))];
  }

  async #differing(kind: Collection, digests: Digests): Promise<Item[]> {
    return [...this.#changed(kind, digests, true), ...(await this.#gone(kind, digests.keys()))];
  }

  /** Returns the records whose digests differ from those of the last list; without one, all if `namesAll`. */
  #changed(kind: Collection, digests: Digests, namesAll: boolean): Item[] {
    const before = this.#digests.get(kind);
    this.#digests.set(kind, digests);
    if (!before && !namesAll) return [];
    const changed = [...digests].filter(([id, digest]) => before?.get(id) !== digest);
    return changed.map(([id]) => ({ kind, id }));
  }

  async #gone(kind: Collection, present: Iterable<number>): Promise<Item[]> {
    const { ids } = await this.#deps.missing.removable(kind, present, { waits: true, apply: false });
    return ids.map((id) => ({ kind, id }));
  }
}
