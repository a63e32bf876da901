import { z } from 'zod';
import { keyHeaders } from '../../../identity/guest-key.ts';
import { email } from '../../../routing/parameters.ts';
import { route } from '../../../routing/route.ts';
import { validatedCoupons } from './validated-coupons.ts';

/**
 * GET /v2/cart/coupons/validate: returns whether each coupon is valid for the billing e-mail address or for a
 * given address. A batch cannot contain this route, because the route has no cart command.
 */
export const validateCouponsRoute = route({
  method: 'GET',
  path: '/v2/cart/coupons/validate',
  summary: 'Whether the coupons of the cart are valid',
  answers: { 200: { couponsValidated: '' } },
  kind: 'cart',
  query: z.object({
    email: email().optional().describe('An e-mail address to check instead of the billing e-mail address.'),
  }),
  errors: ['service_cart_error', 'service_cart_no_coupons_applied'],
  async handle({ query }, call) {
    const data = await validatedCoupons(query.email, call);
    return { view: { name: 'couponsValidated', data }, headers: keyHeaders(call.cartKey) };
  },
});
