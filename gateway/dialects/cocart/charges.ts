import type { Cart } from '#contracts/cart.ts';
import { couponMembers, ratesByKey, shippingMembers } from '../shared/charges.ts';
import { feesById } from '../shared/fee-ids.ts';
import { phpMap } from '../shared/php-map.ts';
import type { Views } from '../shared/views.ts';

/**
 * Shipping, coupons, fees and taxes in the form of CoCart 4.x: text in minor units
 * (docs/reference/README.md#dialects).
 */

export const freeShippingCoupon = 'Free shipping coupon';

/** Returns shipping rates by key. */
export function shippingRates(shown: Views['shippingRates']) {
  return phpMap(ratesByKey(shown, { text: String, notesTax: true }));
}

/**
 * Returns the shipping of a cart; without packages if the cart needs no shipping. A package without
 * rates is counted but not listed.
 */
export function shipping(cart: Cart) {
  const members = shippingMembers(cart, shippingRates, ({ shopDestination }) => shopDestination);
  const total = members.total_packages + Number(cart.shipping.unshipped);
  return { ...members, total_packages: total, packages: phpMap(members.packages) };
}

/**
 * Returns the coupons with their discounts as negative amounts; a coupon that only makes shipping
 * free has a sentence instead.
 */
export function coupons(shown: Views['coupons']) {
  const words = { saving: freeShippingCoupon, saving_html: freeShippingCoupon };
  return couponMembers(shown, String).map((members, index) => {
    const { saving, freeShipping } = shown.cart.coupons[index] ?? { saving: 0, freeShipping: false };
    return freeShipping && saving === 0 ? { ...members, ...words } : members;
  });
}

/**
 * Returns the fees by id. `fee` is the total, which for a negative fee may be smaller than the
 * requested amount.
 */
export function fees(cart: Cart) {
  return phpMap(feesById(cart, ({ name, shown }) => ({ name, fee: String(shown) })));
}

/**
 * Returns the taxes by rate code, for items, fees and shipping together. Rates of several tax
 * classes with the same code, such as `GB-VAT-1`, are added up as in WooCommerce. Zero amounts are
 * left out.
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
