import type { Core } from './core.ts';
import { addPriceMoney, type CardMoney, type PriceMoney, type WithMoney } from './money.ts';
import { pages } from './pages.ts';
import type { AnswerOf, BodyOf, Chosen, QueryOf, RequestOptions, Schemas } from './types.ts';

type PlainProduct = Omit<Schemas['Product'], 'variations' | 'related' | 'upsells' | 'cross_sells'>;
type InnerVariation = WithMoney<Schemas['Product']['variations'][number], PriceMoney>;
type FacetLists = Schemas['Facets'];
/** A product. It is an interface, because editors then show the name `Product` instead of all members. */
export interface Product extends PlainProduct {
  money: PriceMoney;
  variations: InnerVariation[];
  related: ProductCard[];
  upsells: ProductCard[];
  cross_sells: ProductCard[];
}
export interface Variation extends WithMoney<Schemas['Variation'], PriceMoney> {}
/** A product in short form, such as a related one. */
export interface ProductCard extends WithMoney<Schemas['ProductCard'], CardMoney> {}
/** How many products of a list have each term, price or rating. */
export interface Facets extends FacetLists {}
export type Review = AnswerOf<'GET /v2/products/reviews'>[number];

/**
 * The filters of a list of products, without `context`. Use `request` for `context=edit`, because its answer
 * has another type.
 */
export type ProductQuery = Omit<QueryOf<'GET /v2/products'>, 'context'>;
type OneQuery = Omit<QueryOf<'GET /v2/products/{id}'>, 'context'>;
type VariationQuery = Omit<QueryOf<'GET /v2/products/{id}/variations'>, 'context'>;

/** A page of products. */
export interface ProductPage<One = Product> {
  readonly products: One[];
  readonly page: number;
  readonly total_pages: number;
  readonly total_products: number;
}

/** Returns the operations on products. */
export function products(core: Core) {
  return {
    /** Returns one page of the products that match all filters. */
    async list<const Query extends ProductQuery>(query?: Query, options: RequestOptions = {}) {
      const page = await core.request('GET /v2/products', { ...options, query });
      page.products?.forEach(addPriceMoney);
      return page as ProductPage<Chosen<Query, Product>>;
    },

    /** Yields every product that matches all filters. A page is read when its first product is needed. */
    async *all<const Query extends ProductQuery>(
      query?: Query,
      options: RequestOptions = {},
    ): AsyncGenerator<Chosen<Query, Product>, void, undefined> {
      for await (const page of pages(core, 'GET /v2/products', { ...options, query })) {
        page.products.forEach(addPriceMoney);
        yield* page.products as Chosen<Query, Product>[];
      }
    },

    /** Returns a product by its ID, its SKU or its slug. */
    async get<const Query extends OneQuery>(
      id: number | string,
      query?: Query,
      options: RequestOptions = {},
    ) {
      const product: unknown = await core.request('GET /v2/products/{id}', {
        ...options,
        path: { id },
        query,
      });
      addPriceMoney(product);
      return product as Chosen<Query, Product>;
    },

    /**
     * Returns, for each category, tag, brand, attribute, rating, stock status and price, the number of products
     * that match all filters.
     */
    facets: (
      query?: Omit<QueryOf<'GET /v2/products/facets'>, 'context'>,
      options: RequestOptions = {},
    ): Promise<Facets> => core.request('GET /v2/products/facets', { ...options, query }),

    /** Returns one page of approved reviews; `product` limits them to some products. */
    reviews: (query?: QueryOf<'GET /v2/products/reviews'>, options: RequestOptions = {}): Promise<Review[]> =>
      core.request('GET /v2/products/reviews', { ...options, query }),

    /** Writes a review. The shop may show it only after approval. */
    review: (body: BodyOf<'POST /v2/products/reviews'>, options: RequestOptions = {}) =>
      core.request('POST /v2/products/reviews', { ...options, body }),

    /** Returns one page of the variations of a product. */
    async variations<const Query extends VariationQuery>(
      id: number | string,
      query?: Query,
      options: RequestOptions = {},
    ) {
      const route = 'GET /v2/products/{id}/variations';
      const found: unknown[] = await core.request(route, { ...options, path: { id }, query });
      found.forEach(addPriceMoney);
      return found as Chosen<Query, Variation>[];
    },
  };
}
