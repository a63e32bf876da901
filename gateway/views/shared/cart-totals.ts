import type { CartTotals } from '#contracts/cart.ts';
import type { Currency } from '#contracts/settings.ts';
import { decimalText, formatted } from '#platform/money/text.ts';
import type { Amounts, CartView } from './views.ts';

/** A dialect's default form of amounts: decimal text, or text in minor units. */
type Usual = Exclude<Amounts, 'usual' | 'formatted'> | 'decimal';

/**
 * Returns a function that writes an amount as text in the form `amounts`. If `amounts` is `'usual'`, the
 * function uses the dialect's default form, which the parameter `usual` contains.
 */
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

/**
 * Returns the fifteen totals of a cart: twelve amounts and three lists of taxes
 * (docs/reference/cart.md#the-totals). `amount` writes an amount; `tax` writes a tax in one of the lists.
 */
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
 * Returns the v2 totals of a cart. Amounts are decimal text by default; taxes in the lists are whole minor
 * units (docs/reference/cart.md#the-totals).
 */
export function allTotals({ cart: { currency, totals }, amounts }: Pick<CartView, 'cart' | 'amounts'>) {
  return fifteenTotals(totals, totalText(currency, amounts, 'decimal'), (tax) => tax);
}
