import type { z } from 'zod';
import type { CommandOf } from '#contracts/cart-commands.ts';
import { missingParameters } from '../../../routing/checker.ts';
import { idText } from '../../../routing/parameters.ts';
import { contactFields } from '../items/item-body.ts';

/**
 * Schema of a coupon code. A code may consist of digits, so the JSON body may contain the code as a number.
 */
export const couponCode = idText(200);

/**
 * Members of a request to apply a coupon. SDKs send the code as `coupon`
 * (docs/reference/coupons-and-shipping.md#apply-a-coupon).
 */
export const applyCouponFields = {
  code: couponCode.optional().describe('The code of the coupon.'),
  coupon: couponCode.optional().describe('The same as `code`.'),
  email: contactFields.email.describe(
    'The e-mail address of the customer, for coupons restricted to e-mail addresses.',
  ),
};
type ApplyCoupon = z.output<z.ZodObject<typeof applyCouponFields>>;

/**
 * Returns the command to apply a coupon.
 *
 * @throws ServiceError `rest_missing_callback_param` if `code` and `coupon` are both missing
 */
export function applyCouponCommand(body: ApplyCoupon): CommandOf<'apply-coupon'> {
  const { code: named, coupon, email = null } = body;
  const code = named || (coupon ?? named);
  if (code === undefined) throw missingParameters(['code']);
  return { kind: 'apply-coupon', code, email };
}
