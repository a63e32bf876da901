import { z } from 'zod';
import { CartKey, CustomerKey } from './cart.ts';
import { operation } from './operation.ts';

/** Returns whether an account has this id. A key of a customer's cart is valid only if its account exists. */
export const accountExists = operation('auth.account-exists', {
  summary: 'Whether an account has this id',
  access: 'caller',
  effect: 'read',
  request: z.object({ key: CustomerKey }),
  reply: z.object({ exists: z.boolean() }),
});

/**
 * Returns whether a cart exists under a key that the gateway did not issue. Such a key is valid until the cart expires.
 */
export const cartExists = operation('cart.cart-exists', {
  summary: 'Whether there is a cart under this key',
  access: 'caller',
  effect: 'read',
  request: z.object({ key: CartKey }),
  reply: z.object({ exists: z.boolean() }),
});
