import type { z } from 'zod';
import type { readProduct } from '#contracts/catalogue.ts';
import { listProducts, listVariations, readProducts, readVariation } from '#contracts/listing.ts';
import { withMembers } from '#platform/bus/serialized-parts.ts';
import { refusal } from '#platform/errors/errors.ts';
import type { AsOf, Products } from '../../cache/response-cache.ts';
import type {
  Context,
  ProductsView,
  ProductView,
  VariationsView,
  VariationView,
} from '../../dialects/shared/views.ts';
import type { Call } from '../../routing/call.ts';
import { type Paging, pagesOf } from '../../routing/paging.ts';
import { joined, type Portion } from './list-portions.ts';
import { type Query, variationQuery } from './list-query.ts';

/**
 * The data of a view, the expiry of the answer (Unix milliseconds), and the ids of the products on which the
 * answer depends. The route adds the name of the view.
 */
interface AnswerData<Data> {
  readonly data: Data;
  readonly expiresAt: number | null;
  readonly asOf: AsOf;
  readonly products: Products;
  readonly paging?: Paging;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Whether a list contains the variations and the reviews of each product. */
interface IncludedData {
  readonly variations: boolean;
  readonly reviews: boolean;
}

/** Returns a list with all its entries. Requests the entries that did not fit into the first reply. */
async function withAllEntries(first: Portion, shows: IncludedData, call: Call): Promise<Portion> {
  let portion = first;
  while (portion.left.length > 0) {
    const next = await call.ask(readProducts, { ids: portion.left, shows });
    if (next.left.length >= portion.left.length) throw new Error('a portion of a list is empty');
    portion = joined(portion, next);
  }
  return portion;
}

/** Returns the header `Search-Match` if a search found only similar words (docs/reference/catalogue.md#search). */
export function searchHeaders(similar: boolean): Record<string, string> {
  return similar ? { 'Search-Match': 'similar' } : {};
}

/**
 * Returns a page of products.
 *
 * @throws ServiceError `service_products_invalid_page_number` for a page after the last page; the first page
 * is always valid
 */
export async function productsPage(
  query: Query,
  shows: IncludedData,
  context: Context,
  call: Call,
): Promise<AnswerData<ProductsView>> {
  const first = await call.ask(listProducts, { query, shows });
  const { total, similar, madeOf } = first;
  const { page } = query;
  const totalPages = pagesOf(total, query.perPage);
  // With an offset, the page number has no effect, so the number is not checked.
  if ((query.offset ?? null) === null && page > Math.max(1, totalPages)) {
    throw refusal('service_products_invalid_page_number', { total_pages: totalPages });
  }
  const all = await withAllEntries(first, shows, call);
  const { holdsUntil, asOf } = all;
  const paging = { page, totalPages, total };
  return {
    data: withMembers(all, { ...paging, context }),
    paging,
    headers: searchHeaders(similar),
    expiresAt: holdsUntil,
    asOf,
    products: madeOf ? { pricesOf: madeOf } : 'any',
  };
}

/**
 * Returns the answer about one product, from the reply of `catalogue.read-product`. If `reference` is a SKU or
 * slug, the answer depends on all products, because another product may get this SKU or slug; changes of prices and
 * stock do not change SKUs and slugs.
 */
export function productAnswer(
  reply: z.output<(typeof readProduct)['reply']>,
  reference: string,
  context: Context,
): AnswerData<ProductView> {
  const { madeOf, holdsUntil, asOf } = reply;
  const products = reference === String(madeOf[0]) ? madeOf : { pricesOf: madeOf };
  return { data: withMembers(reply, { context }), expiresAt: holdsUntil, asOf, products };
}

/** Returns a page of variations. A page after the last page is empty. */
export async function variationsPage(
  productId: number,
  query: Query,
  context: Context,
  call: Call,
): Promise<AnswerData<VariationsView>> {
  const reply = await call.ask(listVariations, { productId, query: variationQuery(query, productId) });
  const { total, similar, holdsUntil, asOf } = reply;
  return {
    data: withMembers(reply, { context }),
    paging: { page: query.page, totalPages: pagesOf(total, query.perPage), total },
    headers: searchHeaders(similar),
    expiresAt: holdsUntil,
    asOf,
    products: [productId],
  };
}

/** Returns one variation of a product. @throws ServiceError `service_product_variation_invalid_id` */
export async function variationAnswer(
  productId: number,
  variationId: number,
  context: Context,
  call: Call,
): Promise<AnswerData<VariationView>> {
  const reply = await call.ask(readVariation, { productId, variationId });
  const { holdsUntil, asOf } = reply;
  return {
    data: withMembers(reply, { context }),
    expiresAt: holdsUntil,
    asOf,
    products: [productId, variationId],
  };
}
