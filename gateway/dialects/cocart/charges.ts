import type { Cart, ShippingRate } from '#contracts/cart.ts';
import type { Currency } from '#contracts/settings.ts';
import { formatted } from '#platform/money/text.ts';
import { byPackage } from '../shared/cart-members.ts';
import { feesById } from '../shared/fee-ids.ts';
import { phpMap } from '../shared/php-map.ts';
import { rateHtml, ratesByKey } from '../shared/shipping-rates.ts';
import type { Views } from '../shared/views.ts';

/** What a cart costs beside its goods, and what is taken off, as CoCart 4.x writes it: texts in minor units (contract 8.1). */

/** A way to ship (contract 2.4, 7.9); `taxes` is their sum, empty when it bears none. */
function shippingRate(rate: ShippingRate, currency: Currency) {
  const { key, label, cost, tax } = rate;
  return {
    key,
    method_id: rate.methodId,
    instance_id: rate.instanceId,
    label,
    cost: String(cost),
    html: rateHtml(rate, currency),
    taxes: tax === 0 ? '' : String(tax),
    chosen_method: rate.chosen,
    meta_data: { items: rate.items },
  };
}

/** Ways to ship by their keys. */
export function shippingRates({ rates, currency }: Views['shippingRates']) {
  return phpMap(ratesByKey(rates, (rate) => shippingRate(rate, currency)));
}

/** `[]` for an empty cart; an object without packages for one that needs no shipping. */
export function shipping(cart: Cart) {
  if (cart.lines.length === 0) return [];
  const { packages, calculated } = cart.shipping;
  return {
    total_packages: packages.length,
    show_package_details: packages.length > 1,
    has_calculated_shipping: calculated,
    packages: phpMap(
      byPackage(cart, (one) => ({
        package_name: one.name,
        rates: shippingRates({ rates: one.rates, currency: cart.currency }),
        package_details: one.details,
        index: one.index,
        chosen_method: one.chosenRate,
        formatted_destination: one.destination,
      })),
    ),
  };
}

/** What each coupon takes off, with its sign. */
export function coupons({ cart: { coupons: all, currency } }: Views['coupons']) {
  return all.map(({ code, label, discountType, saving }) => ({
    coupon: code,
    label,
    discount_type: discountType,
    saving: String(-saving),
    saving_html: formatted(-saving, currency),
  }));
}

/** Fees by their ids; what each comes to, which for one below zero may be less than was asked for. */
export function fees(cart: Cart) {
  return phpMap(feesById(cart, ({ name, total }) => ({ name, fee: String(total) })));
}

/**
 * Taxes by their rates' codes; goods, fees and shipping together. Rates of several tax classes may have one code,
 * `GB-VAT-1`: what they come to is one amount, as in the shop.
 */
export function taxes({ taxes: all }: Cart) {
  const sums = new Map<string, { name: string; amount: number }>();
  for (const { code, label, amount, shippingAmount } of all) {
    const { name, amount: sofar } = sums.get(code) ?? { name: label, amount: 0 };
    sums.set(code, { name, amount: sofar + amount + shippingAmount });
  }
  const told = [...sums].map(([code, { name, amount }]) => [code, { name, price: String(amount) }]);
  return phpMap(Object.fromEntries(told));
}
