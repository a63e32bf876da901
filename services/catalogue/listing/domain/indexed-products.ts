import type { Role } from '#contracts/audience.ts';
import { asSeenBy, rolesConcerned, type Viewer } from '../../model/audiences.ts';
import { isVariation, type ListedDocument } from '../../model/documents.ts';
import { folded, plainText, slugKey } from '../../model/text.ts';
import type { Renumbering } from './bits.ts';
import { Bits } from './bits.ts';
import { Columns } from './columns.ts';
import { namedFilters } from './filters.ts';
import { CurrentPrices, type PricesByRole, PricesOfRole, type SlotPrices } from './prices.ts';
import { SearchIndex } from './search.ts';
import { audienceProperties, SlotsByProperty } from './slots-by-property.ts';

/**
 * The number of characters at the start of each text that a search reads. The limit bounds the memory of the
 * index.
 */
const searchedCharacters = 2_000;
/**
 * The maximum number of cached sets of slots. A set takes 32 KB with 100,000 products and 160,000 variations.
 */
const maxCachedSets = 32;

/**
 * The indexed data of all products and variations.
 *
 * A slot is the number of one version of a document. A changed document gets the next slot; its old slot stays
 * unused until slots are renumbered. So the index only appends new data.
 */
export class IndexedProducts {
  readonly columns = new Columns();
  readonly prices = new CurrentPrices();
  readonly #pricesByRole = new Map<Role, PricesOfRole>();
  /** Customer roles that see or saw a product differently from the public. Other roles get the public lists. */
  readonly #roles = new Set<Role>();
  /** The slot of each document, by document id. */
  readonly slots = new Map<number, number>();
  readonly properties = new SlotsByProperty();
  readonly search = new SearchIndex();
  #live = new Bits(0);
  /** Cached sets of slots by the conditions that the slots meet. A change of a document clears the cache. */
  readonly #cachedSets = new Map<string, Bits>();

  /** The slots in use. */
  get live(): Bits {
    return this.#live;
  }

  /**
   * Returns the viewer for whom a list is made: `public` if the customer role sees every product as the public
   * does; otherwise the given viewer.
   */
  viewing(viewer: Viewer): Viewer {
    return viewer === null || this.#roles.has(viewer) ? viewer : 'public';
  }

  /** Returns the prices for a viewer. */
  pricesFor(viewer: Viewer): SlotPrices {
    return (viewer !== null && this.#pricesByRole.get(viewer)) || this.prices;
  }

  /** The prices of each role whose prices differ from the public prices. */
  get pricesByRole(): PricesByRole {
    return this.#pricesByRole;
  }

  /** The number of slots, including unused slots. */
  get size(): number {
    return this.columns.size;
  }

  /** Adds a document with its prices at `now` (Unix milliseconds). */
  add(document: ListedDocument, now: number): void {
    const slot = this.columns.push(document);
    this.#addPrices(slot, document, now);
    for (const property of audienceProperties(document)) this.properties.add(property, slot);
    for (const [, filter] of namedFilters) {
      for (const property of filter.properties?.(document) ?? []) this.properties.add(property, slot);
    }
    const texts = isVariation(document)
      ? [document.description]
      : [document.shortDescription, document.description];
    this.search.add(slot, {
      title: this.columns.titles[slot] ?? '',
      sku: folded(document.sku ?? ''),
      slug: isVariation(document) ? '' : folded(slugKey(document.slug)),
      texts: texts.map((html) => folded(plainText(html, searchedCharacters))),
    });
    this.#live.add(slot);
    this.slots.set(document._id, slot);
    this.#cachedSets.clear();
  }

  /**
   * Returns the cached set for a key, or else the result of `make`. The set must not depend on prices, because the
   * start or end of a sale does not clear the cache.
   */
  cachedSet(key: string, make: () => Bits): Bits {
    const cached = this.#cachedSets.get(key);
    if (cached) return cached;
    const made = make();
    if (this.#cachedSets.size >= maxCachedSets) this.#cachedSets.clear();
    this.#cachedSets.set(key, made);
    return made;
  }

  #addPrices(slot: number, document: ListedDocument, now: number): void {
    const shown = asSeenBy(document, 'public');
    this.prices.push(slot, shown, now);
    for (const role of rolesConcerned(document)) {
      this.#roles.add(role);
      const own = asSeenBy(document, role);
      if (isPricedAlike(own, shown)) continue;
      const prices = this.#pricesByRole.get(role) ?? new PricesOfRole(this.prices);
      this.#pricesByRole.set(role, prices);
      prices.push(slot, own, now);
    }
  }

  /** Marks the slot of a document as unused. Returns false if the document has no slot. */
  remove(id: number): boolean {
    const slot = this.slots.get(id);
    if (slot === undefined) return false;
    this.slots.delete(id);
    this.#live.delete(slot);
    this.prices.forget(slot);
    for (const prices of this.#pricesByRole.values()) prices.forget(slot);
    this.#cachedSets.clear();
    return true;
  }

  get snapshot() {
    return {
      columns: this.columns.snapshot,
      prices: this.prices.snapshot,
      rolePrices: [...this.#pricesByRole].map(([role, prices]) => ({ role, prices: prices.snapshot })),
      roles: this.#roles,
      slots: this.slots,
      properties: this.properties.snapshot,
      search: this.search.snapshot,
      live: this.#live.words,
    };
  }

  restore(from: IndexedProducts['snapshot']): void {
    this.columns.restore(from.columns);
    this.prices.restore(from.prices);
    for (const { role, prices } of from.rolePrices) {
      const own = new PricesOfRole(this.prices);
      own.restore(prices);
      this.#pricesByRole.set(role, own);
    }
    for (const role of from.roles) this.#roles.add(role);
    for (const [id, slot] of from.slots) this.slots.set(id, slot);
    this.properties.restore(from.properties);
    this.search.restore(from.search);
    this.#live = Bits.fromWords(from.live.slice());
  }

  /** Returns the new number of each slot without the unused slots. */
  get moves(): Renumbering {
    const moves = new Int32Array(this.size).fill(-1);
    let count = 0;
    this.#live.each((slot) => {
      moves[slot] = count++;
    });
    return moves;
  }

  /** Removes the unused slots from everything except `search`, which the caller renumbers at the same time. */
  renumber(moves: Renumbering): void {
    this.columns.renumber(moves);
    this.prices.renumber(moves);
    for (const prices of this.#pricesByRole.values()) prices.renumber(moves);
    this.properties.renumber(moves);
    this.#cachedSets.clear();
    const count = this.slots.size;
    this.#live = new Bits(count);
    for (let slot = 0; slot < count; slot++) this.#live.add(slot);
    for (const [id, slot] of this.slots) this.slots.set(id, moves[slot] ?? -1);
  }
}

/**
 * Returns whether two viewers see a document at the same prices. `one` and `other` are the document as each
 * viewer sees it.
 */
function isPricedAlike(one: ListedDocument, other: ListedDocument): boolean {
  const priced = (document: ListedDocument) => [
    document.prices,
    isVariation(document) ? [] : document.childPrices,
  ];
  return one === other || JSON.stringify(priced(one)) === JSON.stringify(priced(other));
}
