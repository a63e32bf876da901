import type { Facets } from '#contracts/facets.ts';
import type { Product } from '#contracts/product.ts';
import type { Viewer } from '../../model/audiences.ts';
import type { Bits } from './bits.ts';
import type { IndexedProducts } from './indexed-products.ts';
import { optionProperty } from './slots-by-property.ts';

/** The maximum number of price bands. */
const maxBands = 10;

/**
 * Counts how many products of one list have a property, such as a tag or a rating. Counts are valid until the
 * index changes.
 */
export class FoundProducts {
  readonly total: number;
  /** True if the search found no exact match, and the products match with one wrong letter. */
  readonly similar: boolean;
  readonly #slots: Bits;
  readonly #products: IndexedProducts;
  readonly #viewer: Viewer;

  constructor(
    found: { slots: Bits; total: number; similar: boolean },
    products: IndexedProducts,
    viewer: Viewer,
  ) {
    this.total = found.total;
    this.similar = found.similar;
    this.#slots = found.slots;
    this.#products = products;
    this.#viewer = viewer;
  }

  /** Returns how many products are in any of these categories. */
  inCategories(ids: readonly number[]): number {
    return this.#with(ids.map((id) => `category#${id}`));
  }

  withTag(id: number): number {
    return this.#with([`tag#${id}`]);
  }

  ofBrand(id: number): number {
    return this.#with([`brand#${id}`]);
  }

  /** Returns how many products have an option of an attribute. Both parameters are slugs. */
  withOption(attribute: string, slug: string): number {
    return this.#with([optionProperty(attribute, slug)]);
  }

  /** Returns how many products have a mean rating that rounds to this number of stars. */
  withRating(stars: number): number {
    return this.#with([`rating:${stars}`]);
  }

  withStock(status: Product['stock']['status']): number {
    return this.#with([`stock:${status}`]);
  }

  /**
   * Returns the lowest and highest price, and the number of products in price bands of equal width; null if
   * no product has a price. A product counts in every band that contains one of its prices.
   */
  prices(): Facets['prices'] {
    const { lowest, highest, ...prices } = this.#range();
    if (prices.min > prices.max) return null;
    const width = bandWidth(prices.min, prices.max);
    const first = Math.floor(prices.min / width);
    const counts: number[] = new Array(Math.floor(prices.max / width) - first + 1).fill(0);
    const all = this.#products.pricesFor(this.#viewer);
    this.#slots.each((slot) => {
      const low = Math.floor(lowest.at(slot) / width);
      const high = Math.floor(highest.at(slot) / width);
      for (let band = low; band <= high; band++) {
        const isIn = low === high || all.isWithin(slot, band * width, (band + 1) * width - 1);
        if (isIn) counts[band - first] = (counts[band - first] ?? 0) + 1;
      }
    });
    const bands = counts.map((count, place) => {
      const min = (first + place) * width;
      return { min, max: min + width - 1, count };
    });
    return { ...prices, bands: bands.filter(({ count }) => count > 0) };
  }

  #range() {
    const { lowest, highest } = this.#products.pricesFor(this.#viewer);
    let min = Number.POSITIVE_INFINITY;
    let max = Number.NEGATIVE_INFINITY;
    this.#slots.each((slot) => {
      if (lowest.at(slot) < min) min = lowest.at(slot);
      if (highest.at(slot) > max) max = highest.at(slot);
    });
    return { lowest, highest, min, max };
  }

  /** Returns how many products have any of these properties. */
  #with(properties: readonly string[]): number {
    return this.#products.properties.countIn(this.#slots, properties);
  }
}

/**
 * Returns the width of the price bands: the least of 1, 2, 5, 10, 20, … with at most `maxBands` bands between
 * `min` and `max`.
 */
function bandWidth(min: number, max: number): number {
  for (let unit = 1; ; unit *= 10) {
    for (const width of [unit, 2 * unit, 5 * unit]) {
      if (Math.floor(max / width) - Math.floor(min / width) < maxBands) return width;
    }
  }
}
