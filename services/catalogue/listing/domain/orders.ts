import type { ListQuery } from '#contracts/listing.ts';
import type { Columns, NumberColumn } from './columns.ts';
import type { SlotPrices } from './current-prices.ts';
import type { Compare } from './sorted-slots.ts';

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
export function priceComparisons(columns: Columns, prices: SlotPrices): Record<PriceOrder, Compare> {
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
export const priceOrders = [
  'lowestPrice',
  'highestPrice',
  'shownPrice',
] as const satisfies readonly OrderName[];
export type PriceOrder = (typeof priceOrders)[number];

/** A stored sort order, and whether a list reads it backwards. */
export interface Reading {
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
