import type { Cart, ShippingRate } from '#contracts/cart.ts';
import type { Currency } from '#contracts/settings.ts';
import { formatted } from '#platform/money/text.ts';
import type { Views } from './views.ts';

/**
 * Members of coupons and shipping that all dialects write alike. What differs is handed in: `text` writes an amount.
 */

/**
 * A way to ship as a shopper reads it, `Standard: €4,95`; its name alone where it costs nothing
 * (docs/reference/coupons-and-shipping.md#packages-and-rates).
 */
function rateHtml({ label, shown }: ShippingRate, currency: Currency): string {
  return shown === 0 ? label : `${label}: ${formatted(shown, currency)}`;
}

/** The same with what the shop says of the tax, `Standard: €5,99 (incl. VAT)`. */
function notedHtml(rate: ShippingRate, currency: Currency): string {
  const html = rateHtml(rate, currency);
  return rate.shown === 0 || rate.taxNote === '' ? html : `${html} ${rate.taxNote}`;
}

/** How a dialect writes a way to ship. */
export interface RateForm {
  /** Writes an amount. */
  readonly text: (amount: number) => string;
  /** Whether something is said of its tax. */
  readonly notesTax: boolean;
}

/**
 * A way to ship (docs/reference/coupons-and-shipping.md#packages-and-rates); `taxes` is their sum, empty when it bears
 * none.
 */
export function rateMembers(rate: ShippingRate, currency: Currency, { text, notesTax }: RateForm) {
  const { key, methodId, instanceId, label, cost, tax, chosen } = rate;
  return {
    key,
    method_id: methodId,
    instance_id: instanceId,
    label,
    cost: text(cost),
    html: notesTax ? notedHtml(rate, currency) : rateHtml(rate, currency),
    taxes: tax === 0 ? '' : text(tax),
    chosen_method: chosen,
  };
}

/** Ways to ship by their keys, in the shop's order, with what is in the package. */
export function ratesByKey({ rates, currency }: Views['shippingRates'], form: RateForm) {
  const members = (rate: ShippingRate) => ({
    ...rateMembers(rate, currency, form),
    meta_data: { items: rate.items },
  });
  return Object.fromEntries(rates.map((rate) => [rate.key, members(rate)]));
}

/**
 * How a cart is shipped: packages by the names that they have in answers, `default`, then `1`, `2` …
 * (docs/reference/coupons-and-shipping.md#packages-and-rates), with their ways to ship as `ratesOf` writes them, and where they
 * go as `destinationOf` does.
 */
export function shippingMembers<Rates>(
  { shipping: { packages, calculated }, currency }: Cart,
  ratesOf: (shown: Views['shippingRates']) => Rates,
  destinationOf: (one: Cart['shipping']['packages'][number]) => string,
) {
  const named = packages.map((one, index) => [
    index === 0 ? 'default' : String(index),
    {
      package_name: one.name,
      rates: ratesOf({ rates: one.rates, currency }),
      package_details: one.details,
      index: one.index,
      chosen_method: one.chosenRate,
      formatted_destination: destinationOf(one),
    },
  ]);
  return {
    total_packages: packages.length,
    show_package_details: packages.length > 1,
    has_calculated_shipping: calculated,
    packages: Object.fromEntries(named),
  };
}

/** What each coupon takes off, with its sign. */
export function couponMembers(
  { cart: { coupons, currency } }: Views['coupons'],
  text: (amount: number) => string,
) {
  return coupons.map(({ code, label, discountType, saving }) => ({
    coupon: code,
    label,
    discount_type: discountType,
    saving: text(-saving),
    saving_html: formatted(-saving, currency),
  }));
}
