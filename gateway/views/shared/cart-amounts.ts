import { z } from 'zod';
import type { Cart, CartTotals } from '#contracts/cart.ts';
import type { Currency } from '#contracts/settings.ts';
import { decimalNumber, decimalText, formatted } from '#platform/money/text.ts';
import { amountSchema, decimalSchema, minorSchema } from './kinds.ts';
import type { Links } from './links.ts';
import { kind, list, type Members, object, type View, value } from './view.ts';
import type { CartView } from './views.ts';

/** The form of the totals in one answer. */
type Form = 'decimal' | 'minor' | 'formatted';

/** What all parts with amounts share. */
export interface MoneyScope {
  readonly currency: Currency;
}

/** What all parts of an answer about a cart share. */
export interface CartScope extends MoneyScope {
  readonly cart: Cart;
  readonly links: Links;
  /** Whether items contain pictures. */
  readonly pictures: boolean;
  readonly form: Form;
}

/** Returns what the parts of an answer share. `usual` is the form of totals if the request asks for none. */
export function cartScope({ cart, pictures, amounts }: CartView, links: Links, usual: Form): CartScope {
  return { cart, currency: cart.currency, links, pictures, form: amounts === 'usual' ? usual : amounts };
}

/** How a member with amounts is declared: with its words, and with how its amount in minor units is read. */
type AmountKind<Scope> = <Data>(words: string, read: (data: Data) => number) => View<Data, Scope>;

/** An amount as a number in major units. */
export const majorNumber: AmountKind<MoneyScope> = (words, read) =>
  kind(z.number())(words, (data, { currency }) => decimalNumber(read(data), currency.decimals));

/** Returns an amount as text in the form of the answer. */
export function amountText(amount: number, { currency, form }: CartScope): string {
  switch (form) {
    case 'formatted':
      return formatted(amount, currency);
    case 'minor':
      return String(amount);
    case 'decimal':
      return decimalText(amount, currency.decimals);
  }
}

/** An amount as text in the form of the answer. */
export const formedText: AmountKind<CartScope> = (words, read) =>
  kind(amountSchema)(words, (data, scope) => amountText(read(data), scope));

/** How a dialect writes amounts that have the same form in all its answers. */
export interface AmountForm {
  readonly schema: z.ZodType<string>;
  text(amount: number, currency: Currency): string;
}

export const inMajorUnits: AmountForm = {
  schema: decimalSchema,
  text: (amount, { decimals }) => decimalText(amount, decimals),
};
export const inMinorUnits: AmountForm = { schema: minorSchema, text: String };

/** Returns the ten totals of a cart that all dialects have (docs/reference/cart.md#the-totals). */
export function tenTotals<Scope>(amount: AmountKind<Scope>): Members<CartTotals, Scope> {
  return {
    subtotal: amount('The items before discounts, without tax.', ({ subtotal }) => subtotal),
    subtotal_tax: amount('The tax on the items before discounts.', ({ subtotalTax }) => subtotalTax),
    fee_total: amount('The fees, without tax.', ({ fees }) => fees),
    fee_tax: amount('The tax on the fees.', ({ feesTax }) => feesTax),
    discount_total: amount('The discounts without tax.', ({ discount }) => discount),
    discount_tax: amount('The tax on the discounts.', ({ discountTax }) => discountTax),
    shipping_total: amount('The cost of shipping without tax.', ({ shipping }) => shipping),
    shipping_tax: amount('The tax on shipping.', ({ shippingTax }) => shippingTax),
    total: amount('The total of the cart with all taxes.', ({ total }) => total),
    total_tax: amount('The sum of all taxes.', ({ totalTax }) => totalTax),
  };
}

/** Returns the fifteen totals of a cart: twelve amounts, and three lists whose entries `tax` shows. */
export function fifteenTotals<Scope>(
  amount: AmountKind<Scope>,
  tax: View<number, Scope>,
): Members<CartTotals, Scope> {
  return {
    ...tenTotals(amount),
    cart_contents_total: amount('The items after discounts, without tax.', ({ contents }) => contents),
    cart_contents_tax: amount('The tax on the items after discounts.', ({ contentsTax }) => contentsTax),
    shipping_taxes: list('The tax on shipping by rate.', tax, ({ shippingTaxes }) => shippingTaxes),
    cart_contents_taxes: list('The tax on the items by rate.', tax, ({ contentsTaxes }) => contentsTaxes),
    fee_taxes: list('The tax on the fees by rate.', tax, ({ feesTaxes }) => feesTaxes),
  };
}

/** All totals of a cart in v2. An answer that has only the totals is equal in all dialects. */
export const allTotals = object<CartTotals, CartScope>(
  fifteenTotals(
    formedText,
    value(z.int(), (tax: number) => tax),
  ),
  'CartTotals',
  'Amounts are decimal text, minor units with `money=minor`, or formatted with `formatted=true`; taxes by rate are whole minor units.',
);
