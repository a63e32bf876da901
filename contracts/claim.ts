import { z } from 'zod';
import { Audience } from './audience.ts';

/** Administrator access of the caller: to read, to change, or both. */
export const Management = z.enum(['nothing', 'read', 'write', 'read_write']);
export type Management = z.infer<typeof Management>;

/**
 * The verified caller of a request. The gateway creates it; it travels in a header, never in the body.
 *
 * `account` is the account's id, null for a guest and for a key pair without an account. `audience` selects prices and
 * visible products. `cart` is the key of the cart that the request may touch: the guest's key or the customer's id;
 * empty for other requests. `carried` is the key of a guest's cart that a customer sends along; its items are
 * transferred to the customer's cart (docs/reference/rules.md#taking-over-the-cart-of-a-guest); empty without one.
 * `fresh` is a new key for a guest whose cart was transferred; retries of the request keep it.
 *
 * `setsPrices` allows `price` (docs/reference/cart.md#a-price-of-the-caller). `setsFees` allows fees, for a key pair
 * that may write (docs/reference/coupons-and-shipping.md#add-a-fee). `manages` allows operations for managers. `client`
 * identifies the client for write limits: a digest of the network, or the customer.
 */
export const Claim = z.object({
  kind: z.enum(['guest', 'customer']),
  account: z.int().positive().nullable(),
  audience: Audience,
  cart: z.string(),
  carried: z.string(),
  fresh: z.string(),
  setsPrices: z.boolean(),
  setsFees: z.boolean(),
  manages: Management,
  client: z.string().max(64),
});
export type Claim = z.infer<typeof Claim>;

/** A guest without rights and without a cart. */
export const nobody: Claim = {
  kind: 'guest',
  account: null,
  audience: 'public',
  cart: '',
  carried: '',
  fresh: '',
  setsPrices: false,
  setsFees: false,
  manages: 'nothing',
  client: '',
};
