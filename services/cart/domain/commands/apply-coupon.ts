import type { Notice } from '#contracts/cart.ts';
import type { CommandOf } from '#contracts/cart-commands.ts';
import { type Coupon, CouponCode, couponCode } from '#contracts/coupons.ts';
import { refusal } from '#platform/errors/errors.ts';
import { rejectionsIn } from '../../coupons/domain/check-coupons.ts';
import { unknownCoupon } from '../../coupons/domain/conditions.ts';
import { withContact } from '../../customer/domain/contact.ts';
import { type Applied, type CommandContext, type CommandRule, never, noNeeds } from '../../model/command.ts';
import { requireBelowLimit } from '../../model/limits.ts';
import type { CartState } from '../../model/state.ts';
import { withoutChoice } from '../../shipping/domain/chosen-rate.ts';
import { couponsHave } from './remove-coupon.ts';

type Command = CommandOf<'apply-coupon'>;

/**
 * Returns the coupon with the code of the command. @throws ServiceError when the store has disabled coupons, or when
 * the code is empty or unknown
 */
function couponNamed({ code: text }: Command, { settings, coupons }: CommandContext): Coupon {
  if (!settings.couponsEnabled) throw refusal('service_coupons_not_enabled', {});
  const code = couponCode(text);
  if (code === '') throw refusal('service_coupon_code_required', {});
  const coupon = coupons.get(code);
  if (coupon?.status === 'publish') return coupon;
  throw refusal('service_coupon_not_exist', {}, { message: unknownCoupon(code).sentence });
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
    const message = `Coupon "${code}" has been applied already.`;
    throw refusal('service_coupon_cannot_add', {}, { message });
  }
  if (individualUse) return;
  if (individual !== undefined) {
    const message = `Coupon "${individual}" cannot be used together with others.`;
    throw refusal('service_coupon_cannot_add', {}, { message });
  }
  requireBelowLimit(applied, 'coupons');
}

/** Returns the notice about the coupons that a coupon for individual use replaces. */
function replacedNotice(code: string, replaced: readonly string[]): Notice {
  const text = `${couponsHave(replaced)} been removed, since "${code}" cannot be used together with others.`;
  return { kind: 'notice', text };
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
function apply(state: CartState, command: Command, context: CommandContext): Applied {
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
  if (rejection) {
    const { reason, sentence: message } = rejection;
    throw refusal('service_coupon_failed_to_apply', { reason }, { message });
  }
  // A coupon with free shipping removes the chosen shipping rate, so that free shipping is selected instead.
  const free = coupon.freeShipping ? withoutChoice(state) : state;
  return {
    state: { ...free, customer, coupons: individualUse ? [code] : [...applied, code] },
    lineKeys: [],
    notices: [
      { kind: 'success', text: 'Coupon code applied successfully.' },
      ...(individualUse && applied.length > 0 ? [replacedNotice(code, applied)] : []),
      ...notices,
    ],
  };
}

/** Returns a list with the stored form of a code. The list is empty if the text is empty or too long. */
function knownForm(text: string): readonly string[] {
  const code = CouponCode.safeParse(text);
  return code.success ? [code.data] : [];
}

export const applyCoupon: CommandRule<Command> = {
  needs: { ...noNeeds, couponCodes: ({ code }) => knownForm(code) },
  mayBeStale: never,
  apply,
};
