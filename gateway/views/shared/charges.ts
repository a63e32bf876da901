import type { Cart, ShippingRate } from '#contracts/cart.ts';
import type { Currency } from '#contracts/settings.ts';
import { formatted } from '#platform/money/text.ts';
import type { Views } from './views.ts';

/**
 * These functions return the members of coupons and shipping in all dialects. Where dialects differ, the dialect
 * passes a function: for example, `text` writes an amount in the form of the dialect.
 */

/**
 * Returns the name and cost of a shipping rate, such as `Standard: €4,95`
 * (docs/reference/coupons-and-shipping.md#packages-and-rates). Returns only the name if the shipping rate
 * costs nothing.
 */
function rateHtml({ label, shown }: ShippingRate, currency: Currency): string {
  return shown === 0 ? label : `${label}: ${formatted(shown, currency)}`;
}

/**
 * Returns the name and cost of a shipping rate with the note on tax, such as `Standard: €5,99 (incl. VAT)`.
 */
function notedHtml(rate: ShippingRate, currency: Currency): string {
  const html = rateHtml(rate, currency);
  return rate.shown === 0 || rate.taxNote === '' ? html : `${html} ${rate.taxNote}`;
}

/** The form of shipping rates in a dialect. */
export interface RateForm {
  /** Returns an amount as text in the form of the dialect. */
  readonly text: (amount: number) => string;
  /** Whether `html` contains the note on tax, such as `(incl. VAT)`. */
  readonly notesTax: boolean;
}

/**
 * Returns a shipping rate (docs/reference/coupons-and-shipping.md#packages-and-rates). `taxes` is the sum of
 * the taxes on the shipping rate; without tax, `taxes` is empty text.
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

/**
 * Returns the shipping rates of a package as a map by key, in the shop's order. Each rate also names the items
 * of the package.
 */
export function ratesByKey({ rates, currency }: Views['shippingRates'], form: RateForm) {
  const members = (rate: ShippingRate) => ({
    ...rateMembers(rate, currency, form),
    meta_data: { items: rate.items },
  });
  return Object.fromEntries(rates.map((rate) => [rate.key, members(rate)]));
}

/**
 * Returns the shipping of a cart. The packages have the keys `default`, `1`, `2` …
 * (docs/reference/coupons-and-shipping.md#packages-and-rates). `ratesOf` returns the rates of a package;
 * `destinationOf` returns the destination of a package.
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

/** Returns the coupons with their discounts as negative amounts. */
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
