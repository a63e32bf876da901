import { z } from 'zod';
import { Audience } from './audience.ts';

/** What a caller may do with data for managers: nothing, read, write, or read and write. */
export const Management = z.enum(['nothing', 'read', 'write', 'read_write']);
export type Management = z.infer<typeof Management>;

/**
 * The verified caller of a request. The gateway creates and signs the claim, and sends the claim in a header of
 * the message.
 *
 * - `account` is the id of the account; null for a guest and for a key pair without an account.
 * - `audience` selects the prices and the visible products.
 * - `cart` is the key of the only cart that the request may use; empty for a request without a cart.
 * - `carried` is the key of a guest's cart in the request of a customer; empty if the request has no such key. The cart
 *   service transfers the items of this cart to the customer's cart
 *   (docs/reference/rules.md#taking-over-the-cart-of-a-guest).
 * - `fresh` is a new cart key for a guest whose cart was transferred. Retries of the request have the same key.
 * - `setsPrices` allows the caller to set `price` (docs/reference/cart.md#a-price-of-the-caller).
 * - `setsFees` allows the caller to set fees, and is true only for a key pair with write permission
 *   (docs/reference/coupons-and-shipping.md#add-a-fee).
 * - `manages` allows operations for managers.
 * - `client` identifies the client for write limits: a digest of the network for guests, the account's id for
 *   customers.
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

/** The claim of a guest without rights and without a cart. */
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
