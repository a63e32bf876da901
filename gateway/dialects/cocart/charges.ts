import type { Cart } from '#contracts/cart.ts';
import { couponMembers, ratesByKey, shippingMembers } from '../shared/charges.ts';
import { feesById } from '../shared/fee-ids.ts';
import { phpMap } from '../shared/php-map.ts';
import type { Views } from '../shared/views.ts';

/**
 * What a cart costs beside its goods, and what is taken off, as CoCart 4.x writes it: texts in minor units
 * (docs/reference/README.md#dialects).
 */

export const freeShippingCoupon = 'Free shipping coupon';

/** Ways to ship by their keys. */
export function shippingRates(shown: Views['shippingRates']) {
  return phpMap(ratesByKey(shown, { text: String, notesTax: true }));
}

/** Without packages for a cart that needs no shipping. A package that no way leads to counts, but is not shown. */
export function shipping(cart: Cart) {
  const members = shippingMembers(cart, shippingRates, ({ shopDestination }) => shopDestination);
  const total = members.total_packages + Number(cart.shipping.unshipped);
  return { ...members, total_packages: total, packages: phpMap(members.packages) };
}

/** What each coupon takes off, with its sign; words for one that takes nothing but what shipping costs. */
export function coupons(shown: Views['coupons']) {
  const words = { saving: freeShippingCoupon, saving_html: freeShippingCoupon };
  return couponMembers(shown, String).map((members, index) => {
    const { saving, freeShipping } = shown.cart.coupons[index] ?? { saving: 0, freeShipping: false };
    return freeShipping && saving === 0 ? { ...members, ...words } : members;
  });
}

/** Fees by their ids; what each comes to, which for one below zero may be less than was asked for. */
export function fees(cart: Cart) {
  return phpMap(feesById(cart, ({ name, shown }) => ({ name, fee: String(shown) })));
}

/**
 * Taxes by their rates' codes; goods, fees and shipping together. Rates of several tax classes may have one code,
 * `GB-VAT-1`: what they come to is one amount, as in the shop. What comes to nothing is left out.
 */
export function taxes({ taxes: all }: Cart) {
  const sums = new Map<string, { name: string; amount: number }>();
  for (const { code, label, amount, shippingAmount } of all) {
    const { name, amount: sofar } = sums.get(code) ?? { name: label, amount: 0 };
    sums.set(code, { name, amount: sofar + amount + shippingAmount });
  }
  const told = [...sums]
    .filter(([, { amount }]) => amount !== 0)
    .map(([code, { name, amount }]) => [code, { name, price: String(amount) }]);
  return phpMap(Object.fromEntries(told));
}
