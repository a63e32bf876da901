import type { z } from 'zod';
import { validateCoupons } from '#contracts/cart-charges.ts';
import { refusal } from '#platform/errors/errors.ts';
import type { Call } from '../../../routing/call.ts';

/**
 * Checks the coupons of the cart without removing invalid ones. A read of the cart would remove them.
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
