import { z } from 'zod';
import { CartKey, CustomerKey } from './cart.ts';
import { operation } from './operation.ts';

/**
 * Returns whether an account has this id. The id is also the key of the customer's cart, so this key is valid only if
 * the account exists.
 */
export const accountExists = operation('auth.account-exists', {
  summary: 'Whether an account has this id',
  access: 'caller',
  effect: 'read',
  request: z.object({ key: CustomerKey }),
  reply: z.object({ exists: z.boolean() }),
});

/**
 * Returns whether a cart has this key. A key that the gateway did not issue is valid only while its cart
 * exists.
 */
export const cartExists = operation('cart.cart-exists', {
  summary: 'Whether there is a cart under this key',
  access: 'caller',
  effect: 'read',
  request: z.object({ key: CartKey }),
  reply: z.object({ exists: z.boolean() }),
});
