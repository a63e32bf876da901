import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Cart, CartLine } from '#contracts/cart.ts';
import { decimalNumber, decimalText, formatted } from '#platform/money/text.ts';
import {
  type CartScope,
  cartScope,
  fifteenTotals,
  inMajorUnits,
  type MoneyScope,
  majorNumber,
} from './cart-amounts.ts';
import { byKey, dataMap, itemKey } from './cart-item.ts';
import { feesById, type NamedFee, rateMembers, ratesByKey } from './charges.ts';
import { decimal, flag, number, text, url, whole } from './kinds.ts';
import type { Links } from './links.ts';
import {
  type Entries,
  from,
  kind,
  list,
  mapOf,
  object,
  optional,
  part,
  phpMap,
  type View,
  value,
} from './view.ts';
import type { CartView, RatesView, Views } from './views.ts';

/** The cart of v1 (docs/reference/cart-v1.md). Amounts are numbers in major units, and empty maps are `[]`. */

/** Returns a hash of the product's type and options. A change of the price or name does not change the hash. */
function dataHash({ type, attributes }: CartLine): string {
  const sorted = Object.entries(attributes).sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('md5')
    .update(JSON.stringify([type, sorted]))
    .digest('hex');
}

/** Taxes by the id of their rate. */
export const taxesByRate: View<Entries<number>, MoneyScope> = phpMap(
  mapOf(
    z.string().regex(/^\d+$/),
    value(z.number(), (amount: number, { currency }: MoneyScope) => decimalNumber(amount, currency.decimals)),
  ),
);

const options = phpMap(
  mapOf(
    z.string().regex(/^attribute_./),
    value(z.string(), (slug: string) => slug),
  ),
);

const lineTaxes = object<CartLine, CartScope>({
  subtotal: part('The tax before discounts by rate ID.', taxesByRate, ({ taxes }) =>
    taxes.map((tax) => [String(tax.rateId), tax.subtotal]),
  ),
  total: part('The tax after discounts by rate ID.', taxesByRate, ({ taxes }) =>
    taxes.map((tax) => [String(tax.rateId), tax.total]),
  ),
});

/** A cart line in v1's raw form (docs/reference/cart-v1.md#the-raw-item). The price is formatted. */
export const line = object<CartLine, CartScope>(
  {
    key: kind(itemKey)('The key of the item.', ({ key }) => key),
    product_id: whole('The ID of the product.', ({ productId }) => productId),
    variation_id: whole('The ID of the variation; 0 for none.', ({ variationId }) => variationId),
    variation: part(
      'The chosen options by the names that add-item uses, `attribute_pa_colour`.',
      options,
      ({ attributes }) => Object.entries(attributes).map(([key, slug]) => [`attribute_${key}`, slug]),
    ),
    quantity: whole('The quantity.', ({ quantity }) => quantity),
    data_hash: text("A hash of the product's type and options.", dataHash),
    line_tax_data: part('The taxes on the item.', lineTaxes, (one) => one),
    line_subtotal: majorNumber(
      'The amount before discounts, without tax, in major units.',
      ({ subtotal }) => subtotal,
    ),
    line_subtotal_tax: majorNumber('The tax before discounts.', ({ subtotalTax }) => subtotalTax),
    line_total: majorNumber('The amount after discounts, without tax.', ({ total }) => total),
    line_tax: majorNumber('The tax after discounts.', ({ tax }) => tax),
    // In CoCart, `data` contains a WooCommerce product.
    data: kind(z.strictObject({}))('Always empty.', () => ({})),
    cart_item_data: part(
      'The data that was sent with the item.',
      phpMap(dataMap),
      ({ itemData }) => itemData,
    ),
    product_name: text('The name of the product.', ({ name }) => name),
    product_title: text('The name with the chosen options.', ({ title }) => title),
    product_price: text('The formatted unit price.', ({ unitPrice }, { currency }) =>
      formatted(unitPrice, currency),
    ),
    product_image: optional(
      url(
        'The URL of the picture; present with `thumb=true`.',
        ({ thumbnail }, { links }) => links.picture(thumbnail) || links.placeholder,
      ),
      (_, { pictures }) => pictures,
    ),
  },
  'CartLineV1',
);

/** Returns the views of answers with the raw lines of a dialect. */
export function lineViews(shown: View<CartLine, CartScope>) {
  const lines = part('The items by key; `[]` without items.', phpMap(mapOf(itemKey, shown)), byKey);
  const scope = (data: CartView, links: Links) => cartScope(data, links, 'decimal');
  return {
    cartV1: from(lines, (data: Views['cartV1'], links: Links) => ({
      data: data.cart.lines,
      scope: scope(data, links),
    })),
    cartItemV1: from(shown, (data: Views['cartItemV1'], links: Links) => ({
      data: data.line,
      scope: scope(data, links),
    })),
    removedItemsV1: from(lines, (data: Views['removedItemsV1'], links: Links) => ({
      data: data.cart.removed,
      scope: scope(data, links),
    })),
  };
}

/** What the amounts of an answer share that are numbers, or formatted text with `html=true`. */
export interface HtmlScope extends MoneyScope {
  readonly formatted: boolean;
}

/** A number in major units, or formatted text with `html=true`. */
const numberOrText = z.union([z.number(), z.string()]);

function amountOf(amount: number, { currency, formatted: asText }: HtmlScope): number | string {
  return asText ? formatted(amount, currency) : decimalNumber(amount, currency.decimals);
}

const amount = value(numberOrText, amountOf);

/** The totals, as numbers in major units or as formatted text. */
export const totals = object(
  fifteenTotals<HtmlScope>(
    (words, read) => kind(numberOrText)(words, (all, scope) => amountOf(read(all), scope)),
    amount,
  ),
  'CartTotalsV1',
  'Amounts are numbers in major units, or formatted text with `html=true`.',
);

/** Returns the data and the scope for the totals of a cart. */
export function totalsOf({ cart, formatted: asText }: Views['cartTotalsV1']) {
  return { data: cart.totals, scope: { currency: cart.currency, formatted: asText } };
}

/** A fee, in the documented form of CoCart Pro. */
const fee = object<NamedFee, MoneyScope>(
  {
    id: text('The ID, derived from the name.', ({ id }) => id),
    name: text('The name.', ({ name }) => name),
    amount: decimal('The requested amount, as decimal text.', ({ amount: asked }, { currency }) =>
      decimalText(asked, currency.decimals),
    ),
    taxable: flag('Whether it is taxed.', ({ taxable }) => taxable),
    tax_class: text('The tax class; empty for the standard one.', ({ taxClass }) => taxClass),
    total: whole('The amount in minor units.', ({ total }) => total),
  },
  'FeeV1',
);

/** Returns the view of shipping rates. `notesTax` is as for `rateMembers`. */
export function ratesView(notesTax: boolean): View<RatesView, Links> {
  const rate = object(rateMembers({ form: inMajorUnits, notesTax }), 'ShippingRateV1');
  return from(
    part('The shipping rates by key.', phpMap(mapOf(z.string(), rate)), ratesByKey),
    ({ rates, currency }) => ({ data: rates, scope: { currency } }),
  );
}

/** The views of v1 answers about carts. A dialect may replace a view. */
export const cartV1Views = {
  ...lineViews(line),
  emptyCartV1: kind(z.tuple([]))('Always `[]`.', () => []),
  quantitiesV1: part(
    'The quantities by item key; `[]` without items.',
    phpMap(
      mapOf(
        itemKey,
        value(z.int(), ({ quantity }: CartLine) => quantity),
      ),
    ),
    ({ cart: { lines } }: Views['quantitiesV1']) => byKey(lines),
  ),
  cartTotalsV1: from(totals, totalsOf),
  cartWeightV1: number(
    'The weight in the unit of the store.',
    ({ cart }: Views['cartWeightV1']) => cart.weight,
  ),
  messageV1: object<Views['messageV1'], Links>({
    message: text('A message for the shopper.', (said) => said.text),
  }),
  itemRemovedV1: object<null, Links>({
    removed: kind(z.literal(true))('A message that the item was removed.', () => true),
  }),
  amountV1: kind(numberOrText)(
    'A number in major units; with `html=true` a formatted text.',
    (shown: Views['amountV1']) => amountOf(shown.amount, shown),
  ),
  couponTotalsV1: from(
    part(
      'The discount of each coupon by code; `[]` without coupons.',
      phpMap(mapOf(z.string(), amount)),
      ({ coupons }: Cart) => coupons.map(({ code, saving }) => [code, saving] as const),
    ),
    ({ cart, formatted: asText }: Views['couponTotalsV1']) => ({
      data: cart,
      scope: { currency: cart.currency, formatted: asText },
    }),
  ),
  couponCodesV1: list(
    'The coupon codes.',
    value(z.string(), (code: string) => code),
    ({ cart: { coupons } }: Views['couponCodesV1']) => coupons.map(({ code }) => code),
  ),
  couponChangedV1: object<Views['couponChangedV1'], Links>({
    message: text('A message for the shopper.', (said) => said.text),
    coupon: text('The code.', ({ code }) => code),
    response: kind(z.literal(true))('Always `true`.', () => true),
  }),
  feesV1: from(
    part('The fees by ID; `[]` without fees.', phpMap(mapOf(z.string(), fee)), feesById),
    ({ cart: { fees, currency } }: Views['feesV1']) => ({ data: fees, scope: { currency } }),
  ),
  shippingRatesV1: ratesView(false),
  doneV1: kind(z.literal(true))('Always `true`.', () => true),
};
