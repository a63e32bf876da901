import { z } from 'zod';
import { CartKey, CustomerKey } from './cart.ts';
import { operation } from './operation.ts';

/** Whether a customer's cart could have this key: whether there is such an account. Nothing else is told of it. */
export const accountExists = operation('auth.account-exists', {
  summary: 'Whether an account has this id',
  access: 'caller',
  effect: 'read',
  request: z.object({ key: CustomerKey }),
  reply: z.object({ exists: z.boolean() }),
});

/** Whether there is a cart under a key that the gateway did not issue: such a key is good until that cart ends. */
export const cartExists = operation('cart.cart-exists', {
  summary: 'Whether there is a cart under this key',
  access: 'caller',
  effect: 'read',
  request: z.object({ key: CartKey }),
  reply: z.object({ exists: z.boolean() }),
});
