import type { ListQuery } from '#contracts/listing.ts';
import type { DeadlineCheck } from '#platform/errors/errors.ts';
import { seesAll, type Viewer } from '../../model/audiences.ts';
import { Bits, type Range } from './bits.ts';
import {
  type AnyFilter,
  type FilterName,
  filters,
  type Lookups,
  namedFilters,
  type Selection,
  type TermCriterion,
  type TimeColumn,
} from './filters.ts';
import type { IndexedProducts } from './indexed-products.ts';
import type { SlotPrices } from './prices.ts';
import { reservedFor } from './slots-by-property.ts';

/**
 * The conditions of a query for one viewer, in the form that the index uses. For example, a category slug is replaced
 * by the properties of the category and its descendants. The JSON text of the conditions is a part of cache keys.
 */
export interface Criteria {
  /** The viewer for whom prices are compared. */
  readonly viewer: Viewer;
  /** Whether the list leaves out products that the viewer's customer role may not see. */
  readonly hidesReserved: boolean;
  readonly search: string;
  /** The condition of each filter, by the name of the filter. A filter that excludes no product is absent. */
  readonly filters: Readonly<Partial<Record<FilterName, unknown>>>;
}

export function criteriaOf(query: ListQuery, viewer: Viewer, lookups: Lookups): Criteria {
  const filterCriteria: Partial<Record<FilterName, unknown>> = {};
  for (const [name, filter] of namedFilters) {
    const criterion = filter.criterion(query[name] as never, lookups, query);
    if (criterion !== null) filterCriteria[name] = criterion;
  }
  return { viewer, hidesReserved: !seesAll(viewer), search: query.search.trim(), filters: filterCriteria };
}

/** The filters that most queries use with the same values. The slots that pass these filters are cached. */
const commonFilters: ReadonlySet<string> = new Set<FilterName>(['statuses', 'types', 'visibility']);

/** Returns the slots that meet all conditions except the search. */
export function matching(
  { viewer, hidesReserved, filters: all }: Criteria,
  products: IndexedProducts,
  inTime: DeadlineCheck,
): Bits {
  const [common, others] = partition(Object.entries(all), ([name]) => commonFilters.has(name));
  const apply = (selection: SlotSelection, criteria: readonly [string, unknown][]) => {
    for (const [name, criterion] of criteria) {
      inTime();
      (filters[name as FilterName] as AnyFilter).select(selection, criterion);
    }
    return selection.slots;
  };
  const begin = products.cachedSet(JSON.stringify([viewer, hidesReserved, common]), () => {
    const selection = new SlotSelection(products, viewer, products.live.clone());
    if (hidesReserved) selection.dropReserved();
    return apply(selection, common);
  });
  return apply(new SlotSelection(products, viewer, begin.clone()), others);
}

function partition<Value>(values: readonly Value[], isFirst: (value: Value) => boolean): [Value[], Value[]] {
  return [values.filter(isFirst), values.filter((value) => !isFirst(value))];
}

/** The slots that passed the filters so far. */
class SlotSelection implements Selection {
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
