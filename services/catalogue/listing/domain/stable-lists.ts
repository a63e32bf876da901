import { ListQuery, type OrderBy } from '#contracts/listing.ts';
import { type FilterName, namedFilters } from './filters.ts';

/**
 * Filters whose results do not depend on prices, stock and times of modification. A filter that is missing here counts
 * as dependent, so caches drop its lists at each change.
 */
const stableFilters: ReadonlySet<FilterName> = new Set<FilterName>([
  ...(['include', 'exclude', 'slugs', 'skus', 'globalUniqueId', 'statuses', 'types'] as const),
  ...(['typesExcluded', 'visibility', 'parents', 'parentsExcluded', 'ratings', 'shippingClasses'] as const),
  ...(['taxClass', 'featured', 'virtual', 'categories', 'tags', 'brands', 'attributes'] as const),
  ...(['attributeRelation', 'after', 'before'] as const),
]);

/** Sort orders that do not depend on prices and stock. */
const stableOrders: ReadonlySet<OrderBy> = new Set<OrderBy>([
  ...(['date', 'id', 'include', 'title', 'slug', 'sales', 'rating', 'menuOrder'] as const),
  ...(['relevance', 'random', 'reviewCount', 'featuredFirst'] as const),
]);

const unfiltered = ListQuery.parse({});
const otherFilters = namedFilters.map(([name]) => name).filter((name) => !stableFilters.has(name));

/** Returns whether a list has the same products in the same order after any change of prices or stock. */
export function isStable(query: ListQuery): boolean {
  const isUnused = (name: FilterName) => {
    const value = query[name];
    return Array.isArray(value) ? value.length === 0 : value === unfiltered[name];
  };
  return stableOrders.has(query.orderBy) && otherFilters.every(isUnused);
}
