import type { Role } from '#contracts/audience.ts';
import type { ListQuery } from '#contracts/listing.ts';
import type { Viewer } from '../../model/audiences.ts';
import { earlier } from '../../model/pricing.ts';
import { Bits, type Renumbering } from './bits.ts';
import { type Columns, hash, type NumberColumn } from './columns.ts';
import type { IndexedProducts } from './indexed-products.ts';
import type { SlotPrices } from './prices.ts';
import { type Compare, SortedSlots } from './sorted-slots.ts';

/**
 * The name of a stored sort order. Descending lists read a stored order such as `date` backwards. Descending
 * lists by stock have their own order `stockDown`: products with equal stock stay in ascending order of title.
 */
export type OrderName =
  | 'date'
  | 'id'
  | 'title'
  | 'slug'
  | 'lowestPrice'
  | 'highestPrice'
  | 'shownPrice'
  | 'sales'
  | 'rating'
  | 'menuOrder'
  | 'menuOrderDown'
  | 'stock'
  | 'stockDown'
  | 'reviewCount'
  | 'reviewCountDown';

function byText(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function by(column: NumberColumn): Compare {
  return (one, other) => column.at(one) - column.at(other);
}

function reversed(compare: Compare): Compare {
  return (one, other) => compare(other, one);
}

/**
 * Returns a comparison by a column, ascending (1) or descending (-1). Slots without a number always come last.
 */
function known(column: Pick<NumberColumn, 'at'>, sign: 1 | -1): Compare {
  return (one, other) => {
    const first = column.at(one);
    const second = column.at(other);
    if (Number.isNaN(first)) return Number.isNaN(second) ? 0 : 1;
    return Number.isNaN(second) ? -1 : sign * (first - second);
  };
}

/** Returns a comparison that uses `second` if `first` finds no difference, and then `third`. */
function chain(first: Compare, second: Compare, third?: Compare): Compare {
  if (third === undefined) return (one, other) => first(one, other) || second(one, other);
  return (one, other) => first(one, other) || second(one, other) || third(one, other);
}

/** Returns the price that CoCart shows: the lowest price; 0 without a price. */
function shown({ lowest }: SlotPrices, slot: number): number {
  return lowest.at(slot) || 0;
}

/** Returns the comparison of slots for each sort order by price. */
function priceComparisons(columns: Columns, prices: SlotPrices): Record<PriceOrder, Compare> {
  const id = by(columns.id);
  return {
    lowestPrice: chain(known(prices.lowest, 1), id),
    highestPrice: chain(known(prices.highest, -1), reversed(id)),
    shownPrice: chain((one, other) => shown(prices, one) - shown(prices, other), id),
  };
}

/** Returns the comparison of slots for each sort order (docs/reference/catalogue.md#order). */
export function comparisons(columns: Columns, prices: SlotPrices): Record<OrderName, Compare> {
  const id = by(columns.id);
  const title: Compare = chain(
    (one, other) => byText(columns.titles[one] ?? '', columns.titles[other] ?? ''),
    id,
  );
  return {
    date: chain(by(columns.created), id),
    id,
    title,
    slug: chain((one, other) => byText(columns.slug.at(one), columns.slug.at(other)), id),
    ...priceComparisons(columns, prices),
    sales: chain(by(columns.sales), id),
    rating: chain(by(columns.rating), by(columns.ratingCount), id),
    menuOrder: chain(by(columns.menuOrder), title),
    menuOrderDown: chain(reversed(by(columns.menuOrder)), title),
    stock: chain(known(columns.quantity, 1), title),
    stockDown: chain(known(columns.quantity, -1), title),
    reviewCount: chain(by(columns.reviewCount), title),
    reviewCountDown: chain(reversed(by(columns.reviewCount)), title),
  };
}

/** The sort orders that change when a sale begins or ends. */
const priceOrders = ['lowestPrice', 'highestPrice', 'shownPrice'] as const satisfies readonly OrderName[];
type PriceOrder = (typeof priceOrders)[number];

/** A stored sort order, and whether a list reads it backwards. */
interface Reading {
  readonly order: OrderName;
  readonly backwards: boolean;
}

/**
 * Returns the stored sort order for a query. If the query divides results into groups (result-groups.ts),
 * each group has this order.
 */
export function readingOf({ orderBy, direction }: Pick<ListQuery, 'orderBy' | 'direction'>): Reading {
  const descending = direction === 'desc';
  switch (orderBy) {
    case 'id':
    case 'title':
    case 'slug':
    case 'sales':
    case 'rating':
    case 'shownPrice':
      return { order: orderBy, backwards: descending };
    case 'price':
      return { order: descending ? 'highestPrice' : 'lowestPrice', backwards: false };
    case 'menuOrder':
    case 'stock':
    case 'reviewCount':
      return { order: descending ? `${orderBy}Down` : orderBy, backwards: false };
    case 'onSaleFirst':
    case 'featuredFirst':
      return { order: 'title', backwards: false };
    case 'relevance':
      return { order: 'date', backwards: true };
    case 'date':
    case 'include':
    case 'random':
      return { order: 'date', backwards: descending };
  }
}

type PriceOrders = Readonly<Record<PriceOrder, SortedSlots>>;

function isPriceOrder(order: OrderName): order is PriceOrder {
  return (priceOrders as readonly OrderName[]).includes(order);
}

/**
 * The sorted lists of slots, one for each sort order, which all viewers share. A customer role with its own
 * prices has additional lists, sorted by these prices.
 */
export class OrdersByRole {
  readonly #products: IndexedProducts;
  readonly #shared: Readonly<Record<OrderName, SortedSlots>>;
  readonly #own = new Map<Role, PriceOrders>();

  constructor(products: IndexedProducts, shared: Readonly<Record<OrderName, SortedSlots>>) {
    this.#products = products;
    this.#shared = shared;
  }

  /** Returns all slots in a sort order. Sort orders by price use the prices that the viewer sees. */
  of(viewer: Viewer, order: OrderName): SortedSlots {
    if (viewer === null || !isPriceOrder(order)) return this.#shared[order];
    const prices = this.#products.pricesByRole.get(viewer);
    if (!prices) return this.#shared[order];
    const existing = this.#own.get(viewer);
    if (existing) return existing[order];
    const compare = priceComparisons(this.#products.columns, prices);
    const created = {
      lowestPrice: new SortedSlots(compare.lowestPrice),
      highestPrice: new SortedSlots(compare.highestPrice),
      shownPrice: new SortedSlots(compare.shownPrice),
    };
    this.#own.set(viewer, created);
    return created[order];
  }

  renumber(moves: Renumbering): void {
    for (const orders of this.#own.values()) for (const order of Object.values(orders)) order.renumber(moves);
  }

  /**
   * Applies every start and end of a sale up to `now` (Unix milliseconds). Returns false if no sale began or
   * ended.
   */
  advance(now: number): boolean {
    const { prices, pricesByRole } = this.#products;
    const shared = prices.advance(now);
    if (shared !== null) for (const name of priceOrders) this.#shared[name].replace(shared);
    let advanced = shared !== null;
    for (const [role, own] of pricesByRole) {
      const changed = own.advance(now);
      if (changed === null && shared === null) continue;
      advanced = true;
      const all = (changed ?? new Bits(0)).or(shared ?? new Bits(0));
      for (const order of Object.values(this.#own.get(role) ?? {})) order.replace(all);
    }
    return advanced;
  }

  /** The next start or end of a sale for any viewer, in Unix milliseconds; null if no sale will begin or end. */
  get holdsUntil(): number | null {
    const { prices, pricesByRole } = this.#products;
    return [...pricesByRole.values()].map((own) => own.holdsUntil).reduce(earlier, prices.holdsUntil);
  }
}

const hourMs = 3_600_000;

/** Returns the number of hours from 1970 to `now` (Unix milliseconds), the default seed of random orders. */
export function hourOf(now: number): number {
  return Math.floor(now / hourMs);
}

/** Returns when the order of a list next changes, in Unix milliseconds; null if the order does not depend on time. */
export function orderHoldsUntil(
  { orderBy, seed }: Pick<ListQuery, 'orderBy' | 'seed'>,
  now: number,
): number | null {
  return orderBy === 'random' && seed === '' ? (hourOf(now) + 1) * hourMs : null;
}

/** Returns a pseudo-random 32-bit number for an id. Neighbouring ids have unrelated numbers. */
function mixed(id: number, seed: number): number {
  let value = seed ^ (id | 0) ^ Math.imul(Math.floor(id / 0x1_0000_0000), 0x9e3779b1);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

/**
 * The number of leading bits of a random number that select the bucket of a slot: 12 bits give 4,096 buckets.
 * Only the buckets of the requested page are sorted.
 */
const bucketBits = 12;

/**
 * Returns the slots at the positions `from` to `to` (exclusive) of a set in random order. The order depends
 * only on ids and seed, so every process returns the same. Sorts only the buckets of these positions.
 */
export function randomSlice(set: Bits, ids: NumberColumn, seed: string, from: number, to: number): number[] {
  const seeded = hash(seed);
  const key = (slot: number) => mixed(ids.at(slot), seeded);
  const counts = new Int32Array(1 << bucketBits);
  set.each((slot) => {
    const bucket = key(slot) >>> (32 - bucketBits);
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  });
  const { first, last, skipped } = bucketsOf(counts, from, to);
  const found: number[] = [];
  set.each((slot) => {
    const bucket = key(slot) >>> (32 - bucketBits);
    if (bucket >= first && bucket <= last) found.push(slot);
  });
  found.sort((one, other) => key(one) - key(other) || ids.at(one) - ids.at(other));
  return found.slice(from - skipped, to - skipped);
}

/**
 * Returns the first and last bucket of the positions `from` to `to` (exclusive), and the number of slots in
 * earlier buckets. `counts` has the number of slots in each bucket.
 */
function bucketsOf(counts: Int32Array, from: number, to: number) {
  let passed = 0;
  let first = counts.length;
  let last = -1;
  let skipped = 0;
  counts.forEach((count, bucket) => {
    const reached = passed + count;
    if (passed < to && reached > from) {
      if (last < 0) skipped = passed;
      first = Math.min(first, bucket);
      last = bucket;
    }
    passed = reached;
  });
  return { first, last, skipped };
}
