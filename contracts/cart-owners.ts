import { z } from 'zod';
import { CartKey, CustomerKey } from './cart.ts';
import { operation } from './operation.ts';

/** Whether an account with this id exists, so that a customer's cart can have the key. */
export const accountExists = operation('auth.account-exists', {
  summary: 'Whether an account has this id',
  access: 'caller',
  effect: 'read',
  request: z.object({ key: CustomerKey }),
  reply: z.object({ exists: z.boolean() }),
});

/** Whether a cart exists under a key that the gateway did not issue. Such a key stays valid until the cart expires. */
export const cartExists = operation('cart.cart-exists', {
  summary: 'Whether there is a cart under this key',
  access: 'caller',
  effect: 'read',
  request: z.object({ key: CartKey }),
  reply: z.object({ exists: z.boolean() }),
});
