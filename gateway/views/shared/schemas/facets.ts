import { z } from 'zod';
import { StockStatus } from '#contracts/product.ts';
import { decimal, text, whole } from './texts.ts';

const count = whole.describe('The number of products in the list with this value.');
const term = {
  id: whole.describe('The ID.'),
  name: text.describe('The name.'),
  slug: text.describe('The slug.'),
};
const CountedTerm = z.strictObject({ ...term, count }).meta({ id: 'CountedTerm' });
const CountedInTree = z
  .strictObject({
    ...term,
    parent: whole.describe('The ID of the parent; 0 at the top level.'),
    count,
  })
  .meta({ id: 'CountedInTree' });
const bounds = {
  min_price: decimal.describe('The lowest price, in major units; a value of `min_price`.'),
  max_price: decimal.describe('The highest price, in major units; a value of `max_price`.'),
};

const Facets = z
  .strictObject({
    total_products: whole.describe('The number of products on all pages of the list.'),
    categories: z.array(CountedInTree).describe('The categories; each includes its descendants.'),
    tags: z.array(CountedTerm).describe('The tags.'),
    brands: z.array(CountedInTree).describe('The brands.'),
    attributes: z
      .array(z.strictObject({ ...term, terms: z.array(CountedTerm).describe('The terms of the attribute.') }))
      .describe('The attributes of the shop.'),
    ratings: z
      .array(z.strictObject({ rating: whole.describe('The average rating, rounded: 1 to 5.'), count }))
      .describe('The ratings, best first.'),
    stock_statuses: z
      .array(
        z.strictObject({ stock_status: z.enum(StockStatus.options).describe('The stock status.'), count }),
      )
      .describe('The stock status.'),
    prices: z
      .strictObject({
        ...bounds,
        bands: z
          .array(z.strictObject({ ...bounds, count }))
          .describe('Price bands of equal width, cheapest first.'),
      })
      .nullable()
      .describe('The prices; `null` if no product has one.'),
  })
  .meta({ id: 'Facets' });

export const facetSchemas = { facets: Facets };
