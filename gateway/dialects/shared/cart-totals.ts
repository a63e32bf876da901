import type { Currency } from '#contracts/settings.ts';
import { decimalText, formatted } from '#platform/money/text.ts';
import type { Amounts, CartView } from './views.ts';

/** How a dialect writes an amount when the client does not say: decimal text, or text in minor units. */
type Usual = Exclude<Amounts, 'usual' | 'formatted'> | 'decimal';

/** Writes the amounts of totals as the client asked for them, else as is usual. */
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
 * The fifteen totals of specification 2.7: twelve texts, and three lists of taxes in whole minor units (contract 9.1).
 * Both dialects answer them alone as decimal text (contract 4.6).
 */
export function allTotals({ cart: { currency, totals }, amounts }: Pick<CartView, 'cart' | 'amounts'>) {
  const text = totalText(currency, amounts, 'decimal');
  return {
    subtotal: text(totals.subtotal),
    subtotal_tax: text(totals.subtotalTax),
    fee_total: text(totals.fees),
    fee_tax: text(totals.feesTax),
    discount_total: text(totals.discount),
    discount_tax: text(totals.discountTax),
    shipping_total: text(totals.shipping),
    shipping_tax: text(totals.shippingTax),
    shipping_taxes: totals.shippingTaxes,
    cart_contents_total: text(totals.contents),
    cart_contents_tax: text(totals.contentsTax),
    cart_contents_taxes: totals.contentsTaxes,
    fee_taxes: totals.feesTaxes,
    total: text(totals.total),
    total_tax: text(totals.totalTax),
  };
}
