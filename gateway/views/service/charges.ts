import type { Cart } from '#contracts/cart.ts';
import type { Currency } from '#contracts/settings.ts';
import { decimalNumber, decimalText } from '#platform/money/text.ts';
import { couponMembers, ratesByKey, shippingMembers } from '../shared/charges.ts';
import type { Views } from '../shared/views.ts';

/**
 * These functions write the shipping, coupons, fees and taxes of a cart (docs/reference/cart.md#the-cart).
 */

/** Returns a function that writes amounts as decimal text in major units. */
function toDecimalText({ decimals }: Currency): (amount: number) => string {
  return (amount) => decimalText(amount, decimals);
}

/** Returns shipping rates as a map by the key of the rate. */
export function shippingRates(shown: Views['shippingRates']) {
  return ratesByKey(shown, { text: toDecimalText(shown.currency), notesTax: false });
}

export function shipping(cart: Cart) {
  return shippingMembers(cart, shippingRates, ({ destination }) => destination);
}

/** Returns the coupons with their discounts as negative amounts. */
export function coupons(shown: Views['coupons']) {
  return couponMembers(shown, toDecimalText(shown.cart.currency));
}

/** Returns the fees in the order in which they were added. Amounts are numbers in major units. */
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
