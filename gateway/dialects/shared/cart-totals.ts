import type { CartTotals } from '#contracts/cart.ts';
import type { Currency } from '#contracts/settings.ts';
import { decimalText, formatted } from '#platform/money/text.ts';
import type { Amounts, CartView } from './views.ts';

/** A dialect's default form of amounts: decimal text, or text in minor units. */
type Usual = Exclude<Amounts, 'usual' | 'formatted'> | 'decimal';

/** Returns a function that writes totals in the requested form; with `usual`, in the dialect's default form. */
export function totalText(currency: Currency, amounts: Amounts, usual: Usual): (amount: number) => string {
  const form = amounts === 'usual' ? usual : amounts;
  switch (form) {
    case 'formatted':
      return (amount) => formatted(amount, currency);
    case 'minor':
      return String;
    case 'decimal':
      return (amount) => decimalText(amount, currency.decimals);
  }
}

/** Returns the fifteen totals (docs/reference/cart.md#the-totals): twelve amounts and three lists of taxes. */
export function fifteenTotals<Amount, Tax>(
  totals: CartTotals,
  amount: (minor: number) => Amount,
  tax: (minor: number) => Tax,
) {
  return {
    subtotal: amount(totals.subtotal),
    subtotal_tax: amount(totals.subtotalTax),
    fee_total: amount(totals.fees),
    fee_tax: amount(totals.feesTax),
    discount_total: amount(totals.discount),
    discount_tax: amount(totals.discountTax),
    shipping_total: amount(totals.shipping),
    shipping_tax: amount(totals.shippingTax),
    shipping_taxes: totals.shippingTaxes.map(tax),
    cart_contents_total: amount(totals.contents),
    cart_contents_tax: amount(totals.contentsTax),
    cart_contents_taxes: totals.contentsTaxes.map(tax),
    fee_taxes: totals.feesTaxes.map(tax),
    total: amount(totals.total),
    total_tax: amount(totals.totalTax),
  };
}

/**
 * Returns the v2 totals, for an answer that contains only totals: by default decimal text, with
 * taxes by rate in whole minor units (docs/reference/cart.md#the-totals).
 */
export function allTotals({ cart: { currency, totals }, amounts }: Pick<CartView, 'cart' | 'amounts'>) {
  return fifteenTotals(totals, totalText(currency, amounts, 'decimal'), (tax) => tax);
}
