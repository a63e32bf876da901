import type { z } from 'zod';
import type { readProduct } from '#contracts/catalogue.ts';
import {
  type ListedProduct,
  listProducts,
  listVariations,
  readProducts,
  readVariation,
} from '#contracts/listing.ts';
import type { ShopUnits } from '#contracts/product.ts';
import { Parts, type SerializedJson } from '#contracts/product-replies.ts';
import { refusal, unavailable } from '#platform/errors/errors.ts';
import type { AsOf, Products } from '../../cache/response-cache.ts';
import { keepProduct, knownProduct } from '../../cache/serialized-products.ts';
import { pagesOf } from '../../routing/paging.ts';
import type { Request } from '../../routing/request.ts';
import type { Answer } from '../../routing/route.ts';
import type { Context, PartsOf } from '../../views/shared/views.ts';
import { type Query, variationQuery } from './list-query.ts';

/**
 * The data of a view, the expiry of the answer (Unix milliseconds), and the ids of the products on which the
 * answer depends. The route adds the name of the view.
 */
interface AnswerData<Name extends keyof PartsOf> {
  readonly data: PartsOf[Name];
  readonly expiresAt: number | null;
  readonly asOf: AsOf;
  readonly products: Products;
  readonly paging?: NonNullable<Answer['paging']>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Whether a list contains the variations and the reviews of each product. */
interface IncludedData {
  readonly variations: boolean;
  readonly reviews: boolean;
}

/** Currency and units of products, and how long and how fresh their data are. */
interface Fresh {
  readonly units: ShopUnits;
  readonly holdsUntil: number | null;
  readonly asOf: AsOf;
}

/** Returns what is true of the data of both replies: the earlier expiry, the lower feed numbers, the greater age. */
function ofBoth(one: Fresh, newer: Fresh): Fresh {
  const ends = [one.holdsUntil, newer.holdsUntil].filter((end) => end !== null);
  return {
    units: newer.units,
    holdsUntil: ends.length === 0 ? null : Math.min(...ends),
    asOf: {
      catalogue: Math.min(one.asOf.catalogue, newer.asOf.catalogue),
      settings: Math.min(one.asOf.settings, newer.asOf.settings),
      age: Math.max(one.asOf.age, newer.asOf.age),
    },
  };
}

/**
 * Returns the products of a page. Reads those that this gateway does not have with this digest; each of them counts,
 * even if it is newer than the page. Null if one of them no longer exists for the caller.
 */
async function productsOf(
  { ids, digests, units, holdsUntil, asOf }: z.output<(typeof listProducts)['reply']>,
  shows: IncludedData,
  request: Request,
): Promise<Parts<ListedProduct, Fresh> | null> {
  const found = new Map<number, SerializedJson<ListedProduct>>();
  ids.forEach((id, at) => {
    const known = knownProduct(digests[at] ?? '');
    if (known) found.set(id, known);
  });
  let fresh: Fresh = { units, holdsUntil, asOf };
  let lacking = ids.filter((id) => !found.has(id));
  while (lacking.length > 0) {
    const { parts, others } = await request.ask(readProducts, { ids: lacking, shows });
    if (others.gone.length > 0) return null;
    if (parts.length === 0) throw new Error('a reply has none of the requested products');
    parts.forEach((part, at) => {
      const id = lacking[at];
      if (id !== undefined) found.set(id, keepProduct(part));
    });
    fresh = ofBoth(fresh, others);
    lacking = lacking.slice(parts.length);
  }
  return new Parts(
    ids.map((id) => found.get(id)).filter((part) => part !== undefined),
    fresh,
  );
}

/** Returns the header `Search-Match` if a search found only similar words (docs/reference/catalogue.md#search). */
export function searchHeaders(similar: boolean): Record<string, string> {
  return similar ? { 'Search-Match': 'similar' } : {};
}

/**
 * Returns a page of products.
 *
 * @throws ServiceError `service_products_invalid_page_number` for a page after the last page; the first page
 * is always valid. `service_unavailable` if products of the page were removed twice before they could be read
 */
export async function productsPage(
  query: Query,
  shows: IncludedData,
  context: Context,
  request: Request,
): Promise<AnswerData<'productsV1' | 'productsV2'>> {
  for (let tries = 0; tries < 2; tries += 1) {
    const list = await request.ask(listProducts, { query, shows });
    const { total, similar, madeOf } = list;
    const { page } = query;
    const totalPages = pagesOf(total, query.perPage);
    // With an offset, the page number has no effect, so the number is not checked.
    if ((query.offset ?? null) === null && page > Math.max(1, totalPages)) {
      throw refusal('service_products_invalid_page_number', { total_pages: totalPages });
    }
    const products = await productsOf(list, shows, request);
    if (!products) continue;
    const { holdsUntil, asOf } = products.others;
    const paging = { page, totalPages, total };
    return {
      data: products.with({ ...paging, context }),
      paging,
      headers: searchHeaders(similar),
      expiresAt: holdsUntil,
      asOf,
      products: madeOf ? { pricesOf: madeOf } : 'any',
    };
  }
  throw unavailable('products of a list were removed while they were read');
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
): AnswerData<'productV1' | 'productV2'> {
  const { madeOf, holdsUntil, asOf } = reply.others;
  const products = reference === String(madeOf[0]) ? madeOf : { pricesOf: madeOf };
  return { data: reply.with({ context }), expiresAt: holdsUntil, asOf, products };
}

/** Returns a page of variations. A page after the last page is empty. */
export async function variationsPage(
  productId: number,
  query: Query,
  context: Context,
  request: Request,
): Promise<AnswerData<'variationsV1' | 'variationsV2'>> {
  const reply = await request.ask(listVariations, { productId, query: variationQuery(query, productId) });
  const { total, similar, holdsUntil, asOf } = reply.others;
  return {
    data: reply.with({ context }),
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
  request: Request,
): Promise<AnswerData<'variationV1' | 'variationV2'>> {
  const reply = await request.ask(readVariation, { productId, variationId });
  const { holdsUntil, asOf } = reply.others;
  return { data: reply.with({ context }), expiresAt: holdsUntil, asOf, products: [productId, variationId] };
}
