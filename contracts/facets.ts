import { z } from 'zod';
import { ListQuery, Similar } from './listing.ts';
import { operation } from './operation.ts';
import { AsOf, HoldsUntil, ShopUnits, StockStatus } from './product.ts';

const count = z.int().positive();
const amount = z.int().min(0);

const CountedTerm = z.object({ id: z.int(), name: z.string(), slug: z.string(), count });
export type CountedTerm = z.infer<typeof CountedTerm>;
const CountedInTree = CountedTerm.extend({ parentId: z.int().min(0) });

/**
 * Numbers of products by property; properties that no product has are absent. Terms are sorted by name. A product
 * with several values of a property counts for each value.
 */
export const Facets = z.object({
  /** The count of a category includes its descendants, as the filter does. */
  categories: z.array(CountedInTree),
  tags: z.array(CountedTerm),
  brands: z.array(CountedInTree),
  attributes: z.array(
    z.object({ id: z.int(), name: z.string(), slug: z.string(), terms: z.array(CountedTerm) }),
  ),
  /** Average ratings in whole stars, from 1 to 5. */
  ratings: z.array(z.object({ rating: z.int().min(1).max(5), count })),
  stockStatuses: z.array(z.object({ status: StockStatus, count })),
  /** In minor units, bounds included; null without a price. */
  prices: z
    .object({ min: amount, max: amount, bands: z.array(z.object({ min: amount, max: amount, count })) })
    .nullable(),
});
export type Facets = z.infer<typeof Facets>;

/** Counts the products of a list by property, on all its pages. */
export const countFacets = operation('catalogue.count-facets', {
  summary: 'Numbers of products by property, under filters',
  access: 'caller',
  effect: 'read',
  request: z.object({ query: ListQuery }),
  reply: z.object({
    facets: Facets,
    total: z.int().min(0),
    similar: Similar,
    units: ShopUnits,
    holdsUntil: HoldsUntil,
    asOf: AsOf,
  }),
});
