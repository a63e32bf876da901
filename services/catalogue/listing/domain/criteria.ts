import type { ListQuery } from '#contracts/listing.ts';
import type { DeadlineCheck } from '#platform/errors/deadline.ts';
import { seesAll, type Viewer } from '../../model/audiences.ts';
import type { Bits } from './bits.ts';
import { type AnyFilter, type FilterName, filters, type Lookups, namedFilters } from './filters.ts';
import type { IndexedProducts } from './indexed-products.ts';
import { SlotSelection } from './selection.ts';

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
