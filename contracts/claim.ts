import { z } from 'zod';
import { Audience } from './audience.ts';

/** What of the shop somebody may look at and change as an administrator may: carts of others, orders of nobody. */
export const Management = z.enum(['nothing', 'read', 'write', 'read_write']);
export type Management = z.infer<typeof Management>;

/**
 * Who is acting, as the gateway found out. It travels beside a request, never in its body.
 *
 * `account` is the account's id, or null for a guest and for a key pair that is nobody's. `audience` is whom prices and
 * products are shown as to. `cart` is the key of the cart that the request may touch: the guest's key, or the
 * customer's id; empty for requests about none. `carried` is the key of a guest's cart that a customer brought along,
 * whose goods go over to the customer's own (docs/reference/rules.md#taking-over-the-cart-of-a-guest); empty for none.
 * `fresh` is a key that nobody knows yet: of the cart that a guest gets whose own went to a customer; it stays the same
 * however often the request is sent.
 *
 * `setsPrices` says whether `price` may be given (docs/reference/cart.md#a-price-of-the-caller), `setsFees` whether
 * fees may be: by a key pair that may write (docs/reference/coupons-and-shipping.md#add-a-fee). `manages` opens the
 * operations for managers. `client` is what bounds on writes are counted by: a digest of the network, or the customer.
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

/** A guest without any right, about no cart. */
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
