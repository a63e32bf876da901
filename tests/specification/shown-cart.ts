import { expect } from 'vitest';
import type { Schemas } from '../../clients/typescript/src/types.ts';
import { cart } from '../../gateway/views/service/cart.ts';

/** A cart as the OpenAPI document describes it. */
export type ShownCart = Schemas['Cart'];

/** Returns the cart of an answer. All its members are checked. */
export function cartOf({ status, body }: { readonly status: number; readonly body: unknown }): ShownCart {
  expect(status, JSON.stringify(body)).toBe(200);
  return cart.schema.parse(body) as ShownCart;
}
