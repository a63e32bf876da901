import { z } from 'zod';

/**
 * Who is acting, as the gateway found out. It travels beside a request, never in its body.
 * `cart` is the guest's key; `setsPrices` says whether `price` may be given (contract 4.1, 13).
 */
export const Claim = z.object({
  kind: z.literal('guest'),
  cart: z.string(),
  setsPrices: z.boolean(),
});
export type Claim = z.infer<typeof Claim>;
