import type { Role } from '#contracts/audience.ts';
import { asSeenBy, rolesConcerned, type Viewer } from '../audiences.ts';
import { isVariation, type ListedDocument } from '../documents.ts';
import { Bits } from './bits.ts';
import { Columns } from './columns.ts';
import { CurrentPrices, type SlotPrices } from './current-prices.ts';
import { audienceFacets, Facets } from './facets.ts';
import { namedFilters } from './filters.ts';
import type { Renumbering } from './postings.ts';
import { type PricesByRole, RolePrices } from './role-prices.ts';
import { SearchIndex } from './search-index.ts';
import { folded, plainText } from './text.ts';

/** Characters of each text that a search looks at, so that memory is bounded. */
const searchedCharacters = 2_000;

/**
 * What is known of each product and variation.
 *
 * Each state of a document has a slot, a number in order of arrival, which never gets another state: a changed document
 * takes the next slot, and its old one is left until slots are renumbered. So everything that is known of slots only
 * grows at its end. Prices alone change in their slot, when a sale begins or ends.
 */
export class Contents {
  readonly columns = new Columns();
  readonly prices = new CurrentPrices();
  readonly #rolePrices = new Map<Role, RolePrices>();
  /** Roles for which anything is or was reserved: to all others the lists are those of the public. */
  readonly #roles = new Set<Role>();
  /** Slot by id. */
  readonly slots = new Map<number, number>();
  readonly facets = new Facets();
  readonly search = new SearchIndex();
  #live = new Bits(0);

  /** Slots that something is in. */
  get live(): Bits {
    return this.#live;
  }

  /** Whose lists somebody gets: the public's where nothing is reserved for them. */
  viewing(viewer: Viewer): Viewer {
    return viewer === null || this.#roles.has(viewer) ? viewer : 'public';
  }

  /** Prices as somebody has them. */
  pricesFor(viewer: Viewer): SlotPrices {
    return (viewer !== null && this.#rolePrices.get(viewer)) || this.prices;
  }

  /** Prices of the roles that have any of their own. */
  get rolePrices(): PricesByRole {
    return this.#rolePrices;
  }

  /** How many slots there are, those included that nothing is in any more. */
  get size(): number {
    return this.columns.size;
  }

  /** Takes a document that is not there, in its prices at `now`, Unix ms. */
  add(document: ListedDocument, now: number): void {
    const slot = this.columns.push(document);
    this.#addPrices(slot, document, now);
    for (const facet of audienceFacets(document)) this.facets.add(facet, slot);
    for (const [, filter] of namedFilters) {
      for (const facet of filter.facets?.(document) ?? []) this.facets.add(facet, slot);
    }
    const texts = isVariation(document)
      ? [document.description]
      : [document.shortDescription, document.description];
    this.search.add(slot, {
      title: this.columns.titles[slot] ?? '',
      sku: folded(document.sku ?? ''),
      texts: texts.map((html) => folded(plainText(html, searchedCharacters))),
    });
    this.#live.add(slot);
    this.slots.set(document._id, slot);
  }

  #addPrices(slot: number, document: ListedDocument, now: number): void {
    const shown = asSeenBy(document, 'public');
    this.prices.push(slot, shown, now);
    for (const role of rolesConcerned(document)) {
      this.#roles.add(role);
      const own = asSeenBy(document, role);
      if (isPricedAlike(own, shown)) continue;
      const prices = this.#rolePrices.get(role) ?? new RolePrices(this.prices);
      this.#rolePrices.set(role, prices);
      prices.push(slot, own, now);
    }
  }

  /** Leaves the slot of a document. False when it has none. */
  remove(id: number): boolean {
    const slot = this.slots.get(id);
    if (slot === undefined) return false;
    this.slots.delete(id);
    this.#live.delete(slot);
    this.prices.forget(slot);
    for (const prices of this.#rolePrices.values()) prices.forget(slot);
    return true;
  }

  /** Gives up the slots that nothing is in. */
  renumber(): Renumbering {
    const moves = new Int32Array(this.size).fill(-1);
    let count = 0;
    this.#live.each((slot) => {
      moves[slot] = count++;
    });
    this.columns.renumber(moves);
    this.prices.renumber(moves);
    for (const prices of this.#rolePrices.values()) prices.renumber(moves);
    this.facets.renumber(moves);
    this.search.renumber(moves);
    this.#live = new Bits(count);
    for (let slot = 0; slot < count; slot++) this.#live.add(slot);
    for (const [id, slot] of this.slots) this.slots.set(id, moves[slot] ?? -1);
    return moves;
  }
}

/** Whether two views of a document have the same prices. */
function isPricedAlike(one: ListedDocument, other: ListedDocument): boolean {
  const priced = (document: ListedDocument) => [
    document.prices,
    isVariation(document) ? [] : document.childPrices,
  ];
  return one === other || JSON.stringify(priced(one)) === JSON.stringify(priced(other));
}
