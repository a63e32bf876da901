import type { Schemas } from '../../clients/typescript/src/types.ts';
import { product, variation } from '../../gateway/views/service/product.ts';

/** A v2 product as the OpenAPI document describes it. */
export type ShownProduct = Schemas['Product'];
/** A v2 variation as the OpenAPI document describes it. */
export type ShownVariation = Schemas['Variation'];

/** Returns the product of a body. All its members are checked. */
export function productOf(body: unknown): ShownProduct {
  return product.schema.parse(body) as ShownProduct;
}

/** Returns the variation of a body. All its members are checked. */
export function variationOf(body: unknown): ShownVariation {
  return variation.schema.parse(body) as ShownVariation;
}
