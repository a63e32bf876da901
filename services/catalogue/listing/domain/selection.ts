import type { Viewer } from '../../model/audiences.ts';
import { Bits, type Range } from './bits.ts';
import type { SlotPrices } from './current-prices.ts';
import type { Selection, TermCriterion, TimeColumn } from './filters.ts';
import type { IndexedProducts } from './indexed-products.ts';
import { reservedFor } from './slots-by-property.ts';

/** The slots that passed the filters so far. */
export class SlotSelection implements Selection {
  readonly #products: IndexedProducts;
  readonly #viewer: Viewer;
  readonly #found: Bits;

  /** `found` contains the slots before filtering. Each filter removes slots from `found`. */
  constructor(products: IndexedProducts, viewer: Viewer, found: Bits) {
    this.#products = products;
    this.#viewer = viewer;
    this.#found = found;
  }

  get slots(): Bits {
    return this.#found;
  }

  /** Removes the documents that only other customer roles may see. */
  dropReserved(): void {
    const viewer = this.#viewer;
    const own = viewer === null || viewer === 'public' ? [] : [reservedFor(viewer)];
    this.#found.andNot(this.#withAny(['reserved']).andNot(this.#withAny(own)));
  }

  keepAnyOf(properties: readonly string[]): void {
    this.#found.and(this.#withAny(properties));
  }

  dropAnyOf(properties: readonly string[]): void {
    this.#found.andNot(this.#withAny(properties));
  }

  keepTerms(terms: TermCriterion): void {
    this.#found.and(this.#withTerms(terms));
  }

  keepAnyTerms(all: readonly TermCriterion[]): void {
    this.#found.and(this.#union(all.map((terms) => this.#withTerms(terms))));
  }

  keepIds(ids: readonly number[]): void {
    this.#found.and(this.#withIds(ids));
  }

  dropIds(ids: readonly number[]): void {
    this.#found.andNot(this.#withIds(ids));
  }

  keepTexts(name: 'slug' | 'sku' | 'globalUniqueId', texts: readonly string[]): void {
    const column = this.#products.columns[name];
    const bits = new Bits(0);
    const isLive = (slot: number) => this.#products.live.has(slot);
    for (const text of texts) {
      for (const slot of column.find(text, isLive)) bits.add(slot);
    }
    this.#found.and(bits);
  }

  keepOnSale(onSale: boolean): void {
    const prices = this.#products.pricesFor(this.#viewer);
    if (onSale) this.#found.and(prices.onSale);
    else this.#found.andNot(prices.onSale);
  }

  keepPriceRange(range: Range): void {
    this.#products.pricesFor(this.#viewer).keepWithin(this.#found, range);
  }

  keepPrices(meets: (prices: SlotPrices, slot: number) => boolean): void {
    const prices = this.#products.pricesFor(this.#viewer);
    this.#found.keep((slot) => meets(prices, slot));
  }

  keepTimes(name: TimeColumn, meets: (seconds: number) => boolean): void {
    const column = this.#products.columns[name];
    this.#found.keep((slot) => meets(column.at(slot)));
  }

  #withTerms({ operator, terms }: TermCriterion): Bits {
    const each = terms.map((properties) => this.#withAny(properties));
    if (operator === 'and') return each.reduce((all, one) => all.and(one), this.#products.live.clone());
    const any = this.#union(each);
    return operator === 'in' ? any : this.#products.live.clone().andNot(any);
  }

  #withAny(properties: readonly string[]): Bits {
    const bits = new Bits(0);
    for (const property of properties) this.#products.properties.addTo(bits, property);
    return bits;
  }

  #union(sets: readonly Bits[]): Bits {
    return sets.reduce((all, one) => all.or(one), new Bits(0));
  }

  #withIds(ids: readonly number[]): Bits {
    const bits = new Bits(0);
    for (const id of ids) {
      const slot = this.#products.slots.get(id);
      if (slot !== undefined) bits.add(slot);
    }
    return bits;
  }
}
