import { z } from 'zod';
import type { CountedTerm, Facets } from '#contracts/facets.ts';
import { StockStatus } from '#contracts/product.ts';
import { decimalText } from '#platform/money/text.ts';
import { decimal, text, whole } from './kinds.ts';
import type { Links } from './links.ts';
import { from, kind, list, type Members, object, orNull, part } from './view.ts';
import type { Views } from './views.ts';

/** What all parts of one answer share. */
interface FacetScope {
  /** Number of decimals of the currency. */
  readonly decimals: number;
  /** Returns the name of a term as the dialect shows it. */
  readonly termName: (name: string) => string;
}

const count = whole<{ readonly count: number }, unknown>(
  'The number of products in the list with this value.',
  (one) => one.count,
);
const slug = text<{ readonly slug: string }, unknown>('The slug.', (one) => one.slug);

const term: Members<Omit<CountedTerm, 'count'>, FacetScope> = {
  id: whole('The ID.', ({ id }) => id),
  name: text('The name.', ({ name }, { termName }) => termName(name)),
  slug,
};
const countedTerm = object<CountedTerm, FacetScope>({ ...term, count }, 'CountedTerm');
const countedInTree = object<Facets['categories'][number], FacetScope>(
  {
    ...term,
    parent: whole('The ID of the parent; 0 at the top level.', ({ parentId }) => parentId),
    count,
  },
  'CountedInTree',
);
/** An attribute is no term: all dialects show its name unchanged. */
const attribute = object<Facets['attributes'][number], FacetScope>({
  id: whole('The ID.', ({ id }) => id),
  name: text('The name.', ({ name }) => name),
  slug,
  terms: list('The terms of the attribute.', countedTerm, ({ terms }) => terms),
});
const rating = object<Facets['ratings'][number], FacetScope>({
  rating: whole('The average rating, rounded: 1 to 5.', (one) => one.rating),
  count,
});
const stockStatus = object<Facets['stockStatuses'][number], FacetScope>({
  stock_status: kind(z.enum(StockStatus.options))('The stock status.', ({ status }) => status),
  count,
});

type Prices = NonNullable<Facets['prices']>;
const bounds: Members<Pick<Prices, 'min' | 'max'>, FacetScope> = {
  min_price: decimal('The lowest price, in major units; a value of `min_price`.', ({ min }, { decimals }) =>
    decimalText(min, decimals),
  ),
  max_price: decimal('The highest price, in major units; a value of `max_price`.', ({ max }, { decimals }) =>
    decimalText(max, decimals),
  ),
};
const band = object<Prices['bands'][number], FacetScope>({ ...bounds, count });
const prices = object<Prices, FacetScope>({
  ...bounds,
  bands: list('Price bands of equal width, cheapest first.', band, ({ bands }) => bands),
});

/** How many products of a list have each term, rating, stock status and price band (docs/reference/facets.md). */
const facets = object<Views['facets'], FacetScope>(
  {
    total_products: whole('The number of products on all pages of the list.', ({ total }) => total),
    categories: list(
      'The categories; each includes its descendants.',
      countedInTree,
      ({ facets: { categories } }) => categories,
    ),
    tags: list('The tags.', countedTerm, ({ facets: { tags } }) => tags),
    brands: list('The brands.', countedInTree, ({ facets: { brands } }) => brands),
    attributes: list('The attributes of the shop.', attribute, ({ facets: { attributes } }) => attributes),
    ratings: list('The ratings, best first.', rating, ({ facets: { ratings } }) => ratings),
    stock_statuses: list('The stock status.', stockStatus, ({ facets: { stockStatuses } }) => stockStatuses),
    prices: part(
      'The prices; `null` if no product has one.',
      orNull(prices),
      ({ facets: { prices: bands } }) => bands,
    ),
  },
  'Facets',
);

/** Returns the view of facets for a dialect, which shows the names of terms as `termName` returns them. */
export function facetViews(termName: FacetScope['termName']) {
  return {
    facets: from(facets, (data: Views['facets'], _: Links) => ({
      data,
      scope: { decimals: data.units.currency.decimals, termName },
    })),
  };
}
