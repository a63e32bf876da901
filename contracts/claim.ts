import { z } from 'zod';

/**
 * Who is acting, as the gateway found out. It travels beside a request, never in its body.
 * `cart` is the guest's key, or the customer's id; `setsPrices` says whether `price` may be given (contract 4.1, 13),
 * `setsFees` whether fees may be: by a key pair that may write (contract 1.8).
 * `client` is what bounds on writes are counted by: a digest of the address, or the customer.
 */
export const Claim = z.object({
  kind: z.enum(['guest', 'customer']),
  cart: z.string(),
  setsPrices: z.boolean(),
  setsFees: z.boolean(),
  client: z.string().max(64),
});
export type Claim = z.infer<typeof Claim>;
