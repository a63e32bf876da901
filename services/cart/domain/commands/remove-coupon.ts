import type { CommandOf } from '#contracts/cart-commands.ts';
import { couponCode } from '#contracts/coupons.ts';
import { refusal } from '#platform/errors/errors.ts';
import { type Applied, always, type CommandRule, nameList, noNeeds } from '../../model/command.ts';
import type { CartState } from '../../model/state.ts';

/** Returns the beginning of a sentence: `Coupon "a" has` or `Coupons "a" and "b" have`. */
export function couponsHave(codes: readonly string[]): string {
  return codes.length === 1 ? `Coupon ${nameList(codes)} has` : `Coupons ${nameList(codes)} have`;
}

/**
 * Removes the coupon with this code; without a code, removes all coupons
 * (docs/reference/coupons-and-shipping.md#remove-a-coupon). Pure.
 *
 * @throws ServiceError `service_no_coupons_applied` when the cart has no coupon, `service_cart_coupon_invalid_code` for a
 * code that is not applied
 */
function apply(state: CartState, { code: text }: CommandOf<'remove-coupon'>): Applied {
  if (state.coupons.length === 0) throw refusal('service_no_coupons_applied', {});
  const code = text === null ? undefined : couponCode(text);
  const gone = code === undefined ? state.coupons : state.coupons.filter((held) => held === code);
  if (gone.length === 0) throw refusal('service_cart_coupon_invalid_code', {});
  return {
    state: { ...state, coupons: state.coupons.filter((held) => !gone.includes(held)) },
    lineKeys: [],
    notices: [{ kind: 'success', text: `${couponsHave(gone)} been removed from your cart.` }],
  };
}

export const removeCoupon: CommandRule<CommandOf<'remove-coupon'>> = {
  needs: noNeeds,
  mayBeStale: always,
  apply,
};
