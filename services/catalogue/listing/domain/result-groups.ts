import type { ListQuery } from '#contracts/listing.ts';
import type { DeadlineCheck } from '#platform/errors/deadline.ts';
import { folded } from '../../model/text.ts';
import { Bits } from './bits.ts';
import { type Criteria, matching } from './criteria.ts';
import type { IndexedProducts } from './indexed-products.ts';
import type { SortedSlots } from './sorted-slots.ts';

/**
 * How results are divided into groups. A list shows one group after another, each in the sort order of the
 * query.
 */
export type Grouping = 'none' | 'relevance' | 'onSale' | 'notOnSale' | 'featured' | 'notFeatured';

export function groupingOf({ orderBy, direction, search }: ListQuery): Grouping {
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
export interface Finding {
  readonly criteria: Criteria;
  readonly grouping: Grouping;
  /** Whether long words of the search may have one wrong letter. */
  readonly forgiving: boolean;
}

/** Returns the slots that meet the conditions, in groups. `titles` has all slots sorted by title. */
export function groupsOf(
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
