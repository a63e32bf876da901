import type { CommandOf } from '#contracts/cart-commands.ts';
import { type Coupon, CouponCode, couponCode } from '#contracts/coupons.ts';
import type { Notice } from '#contracts/notices.ts';
import { refusal } from '#platform/errors/errors.ts';
import { always, type CommandContext, type CommandRule, never, noNeeds } from '../../model/command.ts';
import { requireBelowLimit } from '../../model/limits.ts';
import { withContact } from '../customer/addresses.ts';
import { rejectionsIn } from '../rules/validity.ts';
import { withoutChoice } from './shipping.ts';

/**
 * Returns the coupon with the code of the command. @throws ServiceError when the store has disabled coupons, or when
 * the code is empty or unknown
 */
function couponNamed(
  { code: text }: CommandOf<'apply-coupon'>,
  { settings, coupons }: CommandContext,
): Coupon {
  if (!settings.couponsEnabled) throw refusal('service_coupons_not_enabled', {});
  const code = couponCode(text);
  if (code === '') throw refusal('service_coupon_code_required', {});
  const coupon = coupons.get(code);
  if (coupon?.status === 'publish') return coupon;
  throw refusal('service_coupon_not_exist', { coupon: code });
}

/**
 * Checks that a coupon can be added to the applied coupons. `individual` is the code of an applied coupon for
 * individual use.
 *
 * @throws ServiceError for a coupon that is already applied, conflicts with `individual`, or exceeds the limit of
 * coupons
 */
function requireAddable(
  { code, individualUse }: Coupon,
  applied: readonly string[],
  individual?: string,
): void {
  if (applied.includes(code)) {
    throw refusal('service_coupon_cannot_add', { coupon: code, reason: 'applied' });
  }
  if (individualUse) return;
  if (individual !== undefined) {
    throw refusal('service_coupon_cannot_add', { coupon: individual, reason: 'individual' });
  }
  requireBelowLimit(applied, 'coupons');
}

function replacedNotice(code: string, replaced: readonly string[]): Notice {
  return { kind: 'notice', code: 'coupons_replaced', data: { codes: [...replaced], by: code } };
}

/** Returns a list with the stored form of a code. The list is empty if the text is empty or too long. */
function knownForm(text: string): readonly string[] {
  const code = CouponCode.safeParse(text);
  return code.success ? [code.data] : [];
}

/**
 * Applies a coupon (docs/reference/coupons-and-shipping.md#apply-a-coupon). A coupon for individual use replaces all
 * other coupons. An e-mail address in the command is stored in the billing address before the coupon is checked. Pure.
 *
 * @throws ServiceError `service_coupons_not_enabled`, `service_coupon_code_required`, `service_coupon_not_exist`;
 * `service_coupon_cannot_add` for a coupon that is already applied or conflicts with a coupon for individual use;
 * `service_cart_limit_exceeded`; `service_coupon_failed_to_apply` with the reason when the coupon is not valid for the
 * cart
 */
export const applyCoupon: CommandRule<CommandOf<'apply-coupon'>> = {
  needs: { ...noNeeds, couponCodes: ({ code }) => knownForm(code) },
  mayBeStale: never,
  apply(state, command, context) {
    const coupon = couponNamed(command, context);
    const { code, individualUse } = coupon;
    const { coupons: applied } = state;
    const contact = { email: command.email, phone: null };
    const { customer, notices } = withContact(state.customer, contact, context.settings);
    const rejections = rejectionsIn({ ...state, customer }, context, context.customerId, [...applied, code]);
    // A coupon that is no longer valid will be removed, so only valid coupons can conflict with the new coupon.
    // An empty cart keeps all its coupons.
    const valid = applied.filter((held) => state.lines.length === 0 || !rejections.has(held));
    const individual = valid.find((held) => context.coupons.get(held)?.individualUse);
    requireAddable(coupon, applied, individual);
    const rejection = rejections.get(code);
    if (rejection) throw refusal('service_coupon_failed_to_apply', rejection);
    // A coupon with free shipping removes the chosen shipping rate, so that free shipping is selected instead.
    const free = coupon.freeShipping ? withoutChoice(state) : state;
    return {
      state: { ...free, customer, coupons: individualUse ? [code] : [...applied, code] },
      lineKeys: [],
      notices: [
        { kind: 'success', code: 'coupon_applied', data: {} },
        ...(individualUse && applied.length > 0 ? [replacedNotice(code, applied)] : []),
        ...notices,
      ],
    };
  },
};

/**
 * Removes the coupon with this code; without a code, removes all coupons
 * (docs/reference/coupons-and-shipping.md#remove-a-coupon). Pure.
 *
 * @throws ServiceError `service_no_coupons_applied` when the cart has no coupon, `service_cart_coupon_invalid_code` for a
 * code that is not applied
 */
export const removeCoupon: CommandRule<CommandOf<'remove-coupon'>> = {
  needs: noNeeds,
  mayBeStale: always,
  apply(state, { code: text }) {
    if (state.coupons.length === 0) throw refusal('service_no_coupons_applied', {});
    const code = text === null ? undefined : couponCode(text);
    const gone = code === undefined ? state.coupons : state.coupons.filter((held) => held === code);
    if (gone.length === 0) throw refusal('service_cart_coupon_invalid_code', {});
    return {
      state: { ...state, coupons: state.coupons.filter((held) => !gone.includes(held)) },
      lineKeys: [],
      notices: [{ kind: 'success', code: 'coupons_removed', data: { codes: [...gone] } }],
    };
  },
};
