import { z } from 'zod';
import { StockStatus } from '#contracts/product.ts';
import { decimal, text, whole } from './texts.ts';

const count = whole.describe('How many products of the list have it.');
const term = {
  id: whole.describe('The ID.'),
  name: text.describe('The name.'),
  slug: text.describe('The slug.'),
};
const CountedTerm = z.strictObject({ ...term, count }).meta({ id: 'CountedTerm' });
const CountedInTree = z
  .strictObject({
    ...term,
    parent: whole.describe('The ID of its parent; 0 at the top.'),
    count,
  })
  .meta({ id: 'CountedInTree' });
const bounds = {
  min_price: decimal.describe('The lowest price, in major units; a value of `min_price`.'),
  max_price: decimal.describe('The highest price, in major units; a value of `max_price`.'),
};

const Facets = z
  .strictObject({
    total_products: whole.describe('How many products the list has on all pages.'),
    categories: z.array(CountedInTree).describe('Categories; each counts those below it too.'),
    tags: z.array(CountedTerm).describe('Tags.'),
    brands: z.array(CountedInTree).describe('Brands.'),
    attributes: z
      .array(z.strictObject({ ...term, terms: z.array(CountedTerm).describe('Its terms.') }))
      .describe('Attributes of the shop.'),
    ratings: z
      .array(z.strictObject({ rating: whole.describe('The mean rating, rounded: 1 to 5.'), count }))
      .describe('Ratings, the best first.'),
    stock_statuses: z
      .array(z.strictObject({ stock_status: z.enum(StockStatus.options).describe('The status.'), count }))
      .describe('What the stock amounts to.'),
    prices: z
      .strictObject({
        ...bounds,
        bands: z
          .array(z.strictObject({ ...bounds, count }))
          .describe('Bands of equal width, the cheapest first.'),
      })
      .nullable()
      .describe('Prices; `null` where no product has one.'),
  })
  .meta({ id: 'Facets' });

export const facetSchemas = { facets: Facets };
