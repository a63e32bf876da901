import { z } from 'zod';
import { readProduct } from '#contracts/catalogue.ts';
import type { Product } from '#contracts/product.ts';
import { flag, text } from '../http/parameters.ts';
import { route } from '../http/route.ts';

/** Every product whose data the page of a product shows. A variation's change names its parent. */
function shownIn({ id, related, upsells, crossSells, groupedIds }: Product): number[] {
  return [id, ...groupedIds, ...[...related, ...upsells, ...crossSells].map((card) => card.id)];
}

/** GET /v2/products/{id} (specification 4.1): a product by id or SKU. Reviews come with the reviews themselves. */
export const readProductRoute = route({
  method: 'GET',
  path: '/v2/products/:id',
  summary: 'A product by its ID or SKU',
  kind: 'catalogue',
  params: z.object({ id: text(100).min(1) }),
  query: z.object({ show_reviews: flag().default(false) }),
  errors: ['service_product_invalid_id', 'service_unknown_product_id'],
  async handle({ params, query }, call) {
    const { product, reviews, units, holdsUntil, asOf } = await call.ask(readProduct, {
      reference: params.id,
      reviews: query.show_reviews,
    });
    return {
      view: { name: 'productV2', data: { product, reviews, units, context: 'view' } },
      holdsUntil,
      products: shownIn(product),
      asOf,
    };
  },
});
