import type { Currency } from '#contracts/settings.ts';
import { decimalNumber, decimalText, formatted } from '#platform/money/text.ts';
import { rateMembers } from './charges.ts';
import { feesById } from './fee-ids.ts';
import { phpMap } from './php-map.ts';
import type { Views } from './views.ts';

/** Returns an amount of a v1 answer: a number in major units, or formatted text. */
function amountOf(amount: number, currency: Currency, asText: boolean): number | string {
  return asText ? formatted(amount, currency) : decimalNumber(amount, currency.decimals);
}

/**
 * Returns the fees as a map by fee id, in the documented form of CoCart Pro. `amount` is decimal text; `total`
 * is a number of whole minor units.
 */
function fees({ cart }: Views['feesV1']) {
  const { decimals } = cart.currency;
  return phpMap(
    feesById(cart, ({ name, amount, taxable, taxClass, total }, id) => ({
      id,
      name,
      amount: decimalText(amount, decimals),
      taxable,
      tax_class: taxClass,
      total,
    })),
  );
}

/**
 * Returns the shipping rates as a map by key. Costs are decimal text. If `notesTax` is true, `html` contains
 * the note on tax, such as `(incl. VAT)`.
 */
export function shippingRates({ rates, currency }: Views['shippingRatesV1'], notesTax: boolean) {
  const form = { text: (amount: number) => decimalText(amount, currency.decimals), notesTax };
  return phpMap(Object.fromEntries(rates.map((rate) => [rate.key, rateMembers(rate, currency, form)])));
}

/**
 * Presenters of v1 answers about coupons, fees and shipping (docs/reference/cart-v1.md#coupons). A dialect may
 * replace a presenter. Empty maps are `[]`.
 */
export const chargesV1Answers = {
  amountV1: ({ amount, currency, formatted: asText }: Views['amountV1']) =>
    amountOf(amount, currency, asText),
  couponTotalsV1: ({ cart: { coupons, currency }, formatted: asText }: Views['couponTotalsV1']) =>
    phpMap(Object.fromEntries(coupons.map(({ code, saving }) => [code, amountOf(saving, currency, asText)]))),
  couponCodesV1: ({ cart: { coupons } }: Views['couponCodesV1']) => coupons.map(({ code }) => code),
  couponChangedV1: ({ code, text }: Views['couponChangedV1']) => ({
    message: text,
    coupon: code,
    response: true,
  }),
  feesV1: fees,
  shippingRatesV1: (view: Views['shippingRatesV1']) => shippingRates(view, false),
  doneV1: () => true,
};
