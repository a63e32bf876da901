import type { Cart } from '#contracts/cart.ts';
import { couponMembers, ratesByKey, shippingMembers } from '../shared/charges.ts';
import { feesById } from '../shared/fee-ids.ts';
import { phpMap } from '../shared/php-map.ts';
import type { Views } from '../shared/views.ts';

/**
 * These functions write shipping, coupons, fees and taxes in the form of CoCart 4.x, where amounts are text in
 * minor units (docs/reference/README.md#dialects).
 */

/** The text that replaces the discount of a coupon whose only effect is free shipping. */
export const freeShippingCoupon = 'Free shipping coupon';

/** Returns shipping rates as a map by the key of the rate. */
export function shippingRates(shown: Views['shippingRates']) {
  return phpMap(ratesByKey(shown, { text: String, notesTax: true }));
}

/**
 * Returns the shipping of a cart. `packages` is empty if the cart needs no shipping. A package for which no
 * rate is available is counted in `total_packages` but not listed in `packages`.
 */
export function shipping(cart: Cart) {
  const members = shippingMembers(cart, shippingRates, ({ shopDestination }) => shopDestination);
  const total = members.total_packages + Number(cart.shipping.unshipped);
  return { ...members, total_packages: total, packages: phpMap(members.packages) };
}

/**
 * Returns the coupons with their discounts as negative amounts. If the only effect of a coupon is free
 * shipping, the text `freeShippingCoupon` replaces the amount.
 */
export function coupons(shown: Views['coupons']) {
  const words = { saving: freeShippingCoupon, saving_html: freeShippingCoupon };
  return couponMembers(shown, String).map((members, index) => {
    const { saving, freeShipping } = shown.cart.coupons[index] ?? { saving: 0, freeShipping: false };
    return freeShipping && saving === 0 ? { ...members, ...words } : members;
  });
}

/** Returns the fees as a map by fee id. `fee` is the applied amount; a negative fee may be applied only in part. */
export function fees(cart: Cart) {
  return phpMap(feesById(cart, ({ name, shown }) => ({ name, fee: String(shown) })));
}

/**
 * Returns the taxes on items, fees and shipping as a map by code of the tax rate, such as `GB-VAT-1`. As in
 * WooCommerce, amounts with the same code are added up. Codes with the amount zero are left out.
 */
export function taxes({ taxes: all }: Cart) {
  const sums = new Map<string, { name: string; amount: number }>();
  for (const { code, label, amount, shippingAmount } of all) {
    const { name, amount: sofar } = sums.get(code) ?? { name: label, amount: 0 };
    sums.set(code, { name, amount: sofar + amount + shippingAmount });
  }
  const entries = [...sums]
    .filter(([, { amount }]) => amount !== 0)
    .map(([code, { name, amount }]) => [code, { name, price: String(amount) }]);
  return phpMap(Object.fromEntries(entries));
}
