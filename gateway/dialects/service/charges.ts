import type { Cart, ShippingRate } from '#contracts/cart.ts';
import type { Currency } from '#contracts/settings.ts';
import { decimalNumber, decimalText, formatted } from '#platform/money/text.ts';
import { byPackage } from '../shared/cart-members.ts';
import { rateHtml, ratesByKey } from '../shared/shipping-rates.ts';
import type { Views } from '../shared/views.ts';

/** What a cart costs beside its goods, and what is taken off: the members of specification 2.7, contract 2.4 and 9.1. */

/** A way to ship (contract 7.9). Amounts are decimal text; `taxes` is empty when it bears none. */
function shippingRate(rate: ShippingRate, currency: Currency) {
  const { key, label, cost, tax } = rate;
  return {
    key,
    method_id: rate.methodId,
    instance_id: rate.instanceId,
    label,
    cost: decimalText(cost, currency.decimals),
    html: rateHtml(rate, currency),
    taxes: tax === 0 ? '' : decimalText(tax, currency.decimals),
    chosen_method: rate.chosen,
    meta_data: { items: rate.items },
  };
}

/** Ways to ship by their keys. */
export function shippingRates({ rates, currency }: Views['shippingRates']) {
  return ratesByKey(rates, (rate) => shippingRate(rate, currency));
}

export function shipping(cart: Cart) {
  const { packages, calculated } = cart.shipping;
  return {
    total_packages: packages.length,
    show_package_details: packages.length > 1,
    has_calculated_shipping: calculated,
    packages: byPackage(cart, (one) => ({
      package_name: one.name,
      rates: shippingRates({ rates: one.rates, currency: cart.currency }),
      package_details: one.details,
      index: one.index,
      chosen_method: one.chosenRate,
      formatted_destination: one.destination,
    })),
  };
}

/** What each coupon takes off, with its sign. */
export function coupons({ cart: { coupons: all, currency } }: Views['coupons']) {
  return all.map(({ code, label, discountType, saving }) => ({
    coupon: code,
    label,
    discount_type: discountType,
    saving: decimalText(-saving, currency.decimals),
    saving_html: formatted(-saving, currency),
  }));
}

/** Fees in the order in which they were added, their amounts numbers in major units. */
export function fees({ fees: all, currency: { decimals } }: Cart) {
  return all.map(({ name, amount, taxable, taxClass, total, tax }) => ({
    name,
    amount: decimalNumber(amount, decimals),
    taxable,
    tax_class: taxClass,
    total: decimalNumber(total, decimals),
    tax: decimalNumber(tax, decimals),
  }));
}

export function taxes({ taxes: all, currency: { decimals } }: Cart) {
  return all.map(({ rateId, label, compound, amount, shippingAmount }) => ({
    rate_id: rateId,
    label,
    compound,
    tax_total: decimalText(amount, decimals),
    shipping_tax_total: decimalText(shippingAmount, decimals),
  }));
}
