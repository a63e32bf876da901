import { LRUCache } from 'lru-cache';
import type { ListQuery } from '#contracts/listing.ts';
import { type DeadlineCheck, noDeadline } from '#platform/errors/errors.ts';
import type { Viewer } from '../../model/audiences.ts';
import type { ListedDocument } from '../../model/documents.ts';
import { folded } from '../../model/text.ts';
import { Bits } from './bits.ts';
import type { Lookups } from './filters.ts';
import { FoundProducts } from './found-products.ts';
import { IndexedProducts } from './indexed-products.ts';
import { comparisons, hourOf, type OrderName, OrdersByRole, randomSlice, readingOf } from './orders.ts';
import { mayForgive } from './search.ts';
import { type Criteria, criteriaOf, matching } from './selection.ts';
import { SortedSlots } from './sorted-slots.ts';

/** Data that lists need in addition to the query and the documents. */
export interface ListContext extends Lookups {
  /** The viewer of the list. */
  readonly viewer: Viewer;
  /** The current time in Unix milliseconds. Its hour is the default seed of random orders. */
  readonly now: number;
  /** Throws after the deadline. Called between the steps of a search. */
  readonly inTime?: DeadlineCheck;
}

/** A page of a list. */
export interface IndexedPage {
  readonly ids: readonly number[];
  readonly total: number;
  /** True if no product matched the search exactly, and the results match with one wrong letter. */
  readonly similar: boolean;
}

/**
 * The results of a query in groups. A list shows one group after another, each in the sort order of the query.
 */
interface Matches {
  readonly groups: readonly Group[];
  readonly total: number;
}

interface Group {
  readonly slots: Bits;
  readonly total: number;
  /** All slots of the group in sorted order. Built when a client reads a page after position `deepFrom`. */
  sequence?: { readonly order: OrderName; readonly slots: Int32Array };
}

interface PageRange {
  readonly from: number;
  readonly to: number;
}

/** Maximum number of bytes of the cached results of all queries. */
const maxCachedBytes = 16 * 1_024 * 1_024;
/** Estimated bytes of cached results in addition to their sets of slots. */
const overheadBytes = 500;
/** Pages beyond this position in a list are read from `sequence`, the sorted slots of a group. */
const deepFrom = 1_000;
/** `freeUnused` renumbers slots when more than 1,024 slots and more than a third of all slots are unused. */
const maxUnused = 1_024;

/**
 * Returns the bytes of memory of cached results: 12 KB for each group in 100,000 products, and 4 bytes for each result
 * that `sequence` has or may get.
 */
function bytesOf({ groups, total }: Matches): number {
  return groups.reduce((sum, { slots }) => sum + slots.words.byteLength, overheadBytes + 4 * total);
}

/**
 * The index of product lists in memory: filters, searches and sorts all products and variations
 * (docs/reference/catalogue.md#filters). The results of a query are a set of slots.
 */
export class ProductIndex {
  readonly #products = new IndexedProducts();
  readonly #orders: Readonly<Record<OrderName, SortedSlots>>;
  readonly #ordersByRole: OrdersByRole;
  /** Cached results by query. */
  readonly #cachedMatches = new LRUCache<string, Matches>({
    maxSize: maxCachedBytes,
    sizeCalculation: (matches, key) => bytesOf(matches) + 2 * key.length,
  });

  constructor() {
    const compare = comparisons(this.#products.columns, this.#products.prices);
    const orders = Object.entries(compare).map(([name, one]) => [name, new SortedSlots(one)]);
    this.#orders = Object.fromEntries(orders) as Record<OrderName, SortedSlots>;
    this.#ordersByRole = new OrdersByRole(this.#products, this.#orders);
  }

  /** Adds or replaces a product or variation of any status. `now` is in Unix milliseconds. */
  put(document: ListedDocument, now: number): void {
    this.remove(document._id);
    this.#products.add(document, now);
    this.#cachedMatches.clear();
  }

  /** Removes a product or variation; ignores an unknown id. */
  remove(id: number): void {
    if (this.#products.remove(id)) this.#cachedMatches.clear();
  }

  /**
   * Frees the slots of replaced and removed documents if there are many of them. Other tasks run between the steps,
   * because all steps take half a second for 260,000 documents. If a document changes meanwhile, nothing is freed.
   */
  async freeUnused(): Promise<void> {
    const { size, slots, search } = this.#products;
    const used = slots.size;
    if (size - used <= maxUnused || (size - used) * 3 <= size) return;
    const { moves } = this.#products;
    const pause = () => new Promise(setImmediate);
    // Merging takes as long as a step, so other tasks run after it too.
    search.mergeNew();
    await pause();
    const replacements: (() => void)[] = [];
    for (const prepare of search.renumberingSteps(moves)) {
      replacements.push(prepare());
      await pause();
    }
    if (this.#products.size !== size || slots.size !== used) return;
    for (const replace of replacements) replace();
    this.#products.renumber(moves);
    for (const order of Object.values(this.#orders)) order.renumber(moves);
    this.#ordersByRole.renumber(moves);
    this.#cachedMatches.clear();
  }

  /** Applies every start and end of a sale up to `now` (Unix milliseconds). */
  advance(now: number): void {
    if (this.#ordersByRole.advance(now)) this.#cachedMatches.clear();
  }

  /** The next start or end of a sale in Unix milliseconds; null if no sale will begin or end. */
  get holdsUntil(): number | null {
    return this.#ordersByRole.holdsUntil;
  }

  /** The number of products and variations. */
  get size(): number {
    return this.#products.slots.size;
  }

  /** The content of the index without its caches. `restore` fills an empty index with this content. */
  get snapshot() {
    const orders = Object.entries(this.#orders).map(([name, order]) => [name, order.snapshot] as const);
    return { products: this.#products.snapshot, orders: new Map(orders) };
  }

  /**
   * Fills this index, which must be empty, with the content of another index. Copies all typed arrays: those of a file
   * lie in its bytes, and would keep them all in memory.
   */
  restore({ products, orders }: ProductIndex['snapshot']): void {
    this.#products.restore(products);
    for (const [name, order] of Object.entries(this.#orders)) {
      const saved = orders.get(name);
      if (saved) order.restore(saved);
    }
  }

  /**
   * Sorts all slots by every order, so that the first list in an order does not wait. Other tasks run between
   * two orders, because sorting 100,000 products takes seconds.
   */
  async sort(): Promise<void> {
    for (const order of Object.values(this.#orders)) {
      order.mergeUpTo(this.#products.size);
      await new Promise(setImmediate);
    }
    this.#products.search.mergeNew();
  }

  /**
   * Returns the ids of a page, and the number of ids on all pages. If a search finds nothing, repeats the search and
   * allows one wrong letter in long words.
   */
  page(query: ListQuery, context: ListContext): IndexedPage {
    const viewer = this.#products.viewing(context.viewer);
    const { groups, total, similar } = this.#found(query, viewer, context);
    let from = query.offset ?? (query.page - 1) * query.perPage;
    let to = from + query.perPage;
    const slots: number[] = [];
    for (const group of groups) {
      context.inTime?.();
      const places = { from: Math.max(0, from), to: Math.min(group.total, to) };
      if (places.from < places.to)
        slots.push(...this.#slice(group, query, places, { viewer, now: context.now }));
      from -= group.total;
      to -= group.total;
    }
    const ids = slots.map((slot) => this.#products.columns.id.at(slot));
    return { ids, total, similar };
  }

  /** Returns all results of a query, which the caller can count by property. */
  found(query: ListQuery, context: ListContext): FoundProducts {
    const viewer = this.#products.viewing(context.viewer);
    // The order `date` puts all results into one group.
    const { groups, ...found } = this.#found({ ...query, orderBy: 'date' }, viewer, context);
    return new FoundProducts({ ...found, slots: groups[0]?.slots ?? new Bits(0) }, this.#products, viewer);
  }

  #found(query: ListQuery, viewer: Viewer, context: ListContext): Matches & { readonly similar: boolean } {
    const exact = this.#matches(query, viewer, context, false);
    if (exact.total > 0 || !mayForgive(query.search)) return { ...exact, similar: false };
    const forgiven = this.#matches(query, viewer, context, true);
    return { ...forgiven, similar: forgiven.total > 0 };
  }

  #matches(query: ListQuery, viewer: Viewer, context: ListContext, forgiving: boolean): Matches {
    const criteria = criteriaOf(query, viewer, context);
    const finding: Finding = { criteria, grouping: groupingOf(query), forgiving };
    const key = JSON.stringify(finding);
    const remembered = this.#cachedMatches.get(key);
    if (remembered) return remembered;
    const found = groupsOf(finding, this.#products, this.#orders.title, context.inTime ?? noDeadline);
    const groups = found.map((slots) => ({ slots, total: slots.count() }));
    const matches = { groups, total: groups.reduce((sum, { total }) => sum + total, 0) };
    this.#cachedMatches.set(key, matches);
    return matches;
  }

  #slice(
    group: Group,
    query: ListQuery,
    places: PageRange,
    { viewer, now }: Pick<ListContext, 'viewer' | 'now'>,
  ): number[] {
    const { slots, total } = group;
    const { from, to } = places;
    const { columns, size } = this.#products;
    if (query.orderBy === 'random') {
      const seed = query.seed || `hour ${hourOf(now)}`;
      return randomSlice(slots, columns.id, seed, from, to);
    }
    if (query.orderBy === 'include' && query.include.length > 0) {
      return this.#included(slots, query.include).slice(from, to);
    }
    const { order, backwards } = readingOf(query);
    const sorted = this.#ordersByRole.of(viewer, order);
    if (from < deepFrom) return sorted.slice(slots, total, { from, to, backwards, size });
    return this.#deepSlice(
      group,
      { order, sorted },
      backwards ? { from: total - to, to: total - from } : places,
      backwards,
    );
  }

  #deepSlice(
    group: Group,
    { order, sorted }: { readonly order: OrderName; readonly sorted: SortedSlots },
    { from, to }: PageRange,
    backwards: boolean,
  ): number[] {
    if (group.sequence?.order !== order) {
      const { slots, total } = group;
      group.sequence = { order, slots: sorted.sequence(slots, total, this.#products.size) };
    }
    const found = [...group.sequence.slots.subarray(from, to)];
    return backwards ? found.reverse() : found;
  }

  #included(found: Bits, ids: readonly number[]): number[] {
    const slots = [...new Set(ids)].map((id) => this.#products.slots.get(id));
    return slots.filter((slot) => slot !== undefined).filter((slot) => found.has(slot));
  }
}

/**
 * How results are divided into groups. A list shows one group after another, each in the sort order of the
 * query.
 */
type Grouping = 'none' | 'relevance' | 'onSale' | 'notOnSale' | 'featured' | 'notFeatured';

function groupingOf({ orderBy, direction, search }: ListQuery): Grouping {
  const descending = direction === 'desc';
  if (orderBy === 'relevance' && search.trim() !== '') return 'relevance';
  if (orderBy === 'onSaleFirst') return descending ? 'onSale' : 'notOnSale';
  if (orderBy === 'featuredFirst') return descending ? 'featured' : 'notFeatured';
  return 'none';
}

/**
 * Divides the slots in `found` into one group for each of `sets` and a last group. Each slot is in the group of
 * the first set that contains the slot, or else in the last group.
 */
function split(found: Bits, sets: readonly Bits[]): Bits[] {
  const rest = found.clone();
  return [...sets.map((set) => rest.takeOut(set)), rest];
}

/** Returns two sets: slots whose title equals the search, and slots whose title begins with the search. */
function titled(products: IndexedProducts, titles: SortedSlots, search: string): Bits[] {
  const text = folded(search);
  const whole = new Bits(0);
  const beginning = new Bits(0);
  const compared = (slot: number) => {
    const title = products.columns.titles[slot] ?? '';
    if (title.startsWith(text)) return 0;
    return title < text ? -1 : 1;
  };
  const range = titles.range(compared, products.size);
  beginning.addAll(range, range.length);
  // Titles are sorted, so the titles that equal the search come first.
  const longer = range.findIndex((slot) => products.columns.titles[slot] !== text);
  whole.addAll(range, longer < 0 ? range.length : longer);
  return [whole, beginning];
}

/** How results are found and grouped. The JSON text of this object is the key of cached results. */
interface Finding {
  readonly criteria: Criteria;
  readonly grouping: Grouping;
  /** Whether long words of the search may have one wrong letter. */
  readonly forgiving: boolean;
}

/** Returns the slots that meet the conditions, in groups. `titles` has all slots sorted by title. */
function groupsOf(
  { criteria, grouping, forgiving }: Finding,
  products: IndexedProducts,
  titles: SortedSlots,
  inTime: DeadlineCheck,
): Bits[] {
  const found = matching(criteria, products, inTime);
  const { search } = criteria;
  const closeness = search === '' ? null : products.search.matches(search, forgiving, inTime);
  if (closeness !== null) found.and(closeness.at(-1) ?? new Bits(0));
  if (grouping === 'none') return [found];
  if (grouping === 'relevance') {
    return split(found, [...titled(products, titles, criteria.search), ...(closeness ?? [])]);
  }
  const first = new Bits(0);
  if (grouping === 'onSale' || grouping === 'notOnSale') first.or(products.pricesFor(criteria.viewer).onSale);
  else products.properties.addTo(first, 'featured');
  const groups = split(found, [first]);
  return grouping === 'notOnSale' || grouping === 'notFeatured' ? groups.reverse() : groups;
}
