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
 * Numbers of products by property, such as tag or rating. Values that no product has are absent. Categories and
 * brands are in the order of their tree, other terms are sorted by name. A product with several values, such as two tags, is counted for each value.
 */
export const Facets = z.object({
  /** The count of a category includes the products of its descendants. */
  categories: z.array(CountedInTree),
  tags: z.array(CountedTerm),
  brands: z.array(CountedInTree),
  attributes: z.array(
    z.object({ id: z.int(), name: z.string(), slug: z.string(), terms: z.array(CountedTerm) }),
  ),
  /** Numbers of products by average rating, rounded to whole stars. */
  ratings: z.array(z.object({ rating: z.int().min(1).max(5), count })),
  stockStatuses: z.array(z.object({ status: StockStatus, count })),
  /**
   * The lowest and the highest price in minor units, and price bands with the number of products in each band. A band
   * includes its `min` and its `max`. Null if no product has a price.
   */
  prices: z
    .object({ min: amount, max: amount, bands: z.array(z.object({ min: amount, max: amount, count })) })
    .nullable(),
});
export type Facets = z.infer<typeof Facets>;

/** Returns the numbers of products by property, for all pages of a list. */
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
