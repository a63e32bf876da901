import type { z } from 'zod';
import { validateCoupons } from '#contracts/cart-charges.ts';
import { refusal } from '#platform/errors/errors.ts';
import type { Call } from '../../../routing/call.ts';

/**
 * Returns whether each coupon of the cart is valid. Unlike a read of the cart, the operation `validateCoupons`
 * does not remove invalid coupons.
 *
 * @throws ServiceError `service_cart_no_coupons_applied`
 */
export async function validatedCoupons(
  email: string | undefined,
  call: Call,
): Promise<z.output<(typeof validateCoupons)['reply']>> {
  const validated = await call.ask(validateCoupons, { email: email ?? null });
  if (validated.coupons.length === 0) throw refusal('service_cart_no_coupons_applied', {});
  return validated;
}
