import { z } from 'zod';
import { CartKey, CustomerKey } from './cart.ts';
import { operation } from './operation.ts';

/** Returns whether an account has the id `key`, which is also the key of the customer's cart. */
export const accountExists = operation('auth.account-exists', {
  summary: 'Whether an account has this id',
  access: 'caller',
  effect: 'read',
  request: z.object({ key: CustomerKey }),
  reply: z.object({ exists: z.boolean() }),
});

/**
 * Returns whether a cart with this key exists. A key that the client chose itself is valid only while the
 * cart exists.
 */
export const cartExists = operation('cart.cart-exists', {
  summary: 'Whether there is a cart under this key',
  access: 'caller',
  effect: 'read',
  request: z.object({ key: CartKey }),
  reply: z.object({ exists: z.boolean() }),
});
