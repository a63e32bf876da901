import { z } from 'zod';
import type { Cart, CartLine } from '#contracts/cart.ts';
import { decimalText, formatted } from '#platform/money/text.ts';
import { cartMembers, cartViews, miniCart, notices } from '../shared/cart.ts';
import {
  allTotals,
  type CartScope,
  inMajorUnits,
  type MoneyScope,
  majorNumber,
} from '../shared/cart-amounts.ts';
import {
  byKey,
  dataMap,
  dimensions,
  itemData,
  itemKey,
  itemMeta,
  miniItem,
  optionMap,
  plainItem,
} from '../shared/cart-item.ts';
import {
  type Coupon,
  couponMembers,
  packagesByKey,
  packagesMember,
  rateWithItems,
  shippingMembers,
} from '../shared/charges.ts';
import { decimal, decimalOrEmpty, flag, number, text, url, whole } from '../shared/kinds.ts';
import { itemsInSession, sessionViews } from '../shared/sessions.ts';
import { kind, list, listOf, type Members, mapOf, object, part } from '../shared/view.ts';

/** The cart of v2 (docs/reference/cart.md#the-cart). Maps have the names of their entries as keys. */

const itemTotals = object<CartLine, CartScope>({
  subtotal: majorNumber('The amount before discounts, without tax.', ({ subtotal }) => subtotal),
  subtotal_tax: majorNumber('The tax on this amount.', ({ subtotalTax }) => subtotalTax),
  total: majorNumber('The amount after discounts, without tax.', ({ total }) => total),
  tax: majorNumber('The tax on this amount.', ({ tax }) => tax),
});

const itemPrices = object<CartLine, CartScope>({
  price: decimal('The price of one piece.', ({ unitPrice: price }, { currency }) =>
    decimalText(price, currency.decimals),
  ),
  regular_price: decimal('The regular price of one piece.', ({ unitRegular: price }, { currency }) =>
    decimalText(price, currency.decimals),
  ),
  on_sale: flag('Whether it is sold below the regular price.', (line) => line.unitPrice < line.unitRegular),
});

/** The attributes of a cart or of an item (docs/reference/cart.md#note-and-attributes). */
const attributes = kind(z.record(z.string(), z.string()));

const unitPrice = ({ unitPrice: price }: CartLine, { currency }: CartScope) => formatted(price, currency);

export const item = object<CartLine, CartScope>(
  {
    ...plainItem,
    price: text('The formatted unit price.', unitPrice),
    prices: part(
      'The prices of one piece; `tax_display` of the cart says whether with tax.',
      itemPrices,
      (line) => line,
    ),
    totals: part('The totals of the item, in major units.', itemTotals, (line) => line),
    meta: itemMeta({
      dimensions,
      variation: optionMap,
    }),
    cart_item_data: itemData(dataMap),
    attributes: attributes('What the shopper says about the item, by name.', ({ given }) => given),
  },
  'CartItem',
);

/** A removed item, which the shopper can restore (docs/reference/cart.md#removed-items). */
const removedItem = object<CartLine, CartScope>(
  {
    ...item.members,
    key: kind(itemKey)('The same as `item_key`.', ({ key }) => key),
    product_id: whole('The ID of the product.', ({ productId }) => productId),
    quantity: whole('The quantity.', ({ quantity }) => quantity),
  },
  'RemovedItem',
);

const rate = rateWithItems({ form: inMajorUnits, notesTax: false }, 'ShippingRate');
const ratesOfPackage = mapOf(z.string(), rate, { selectsInEach: true });
const shipping = object<Cart['shipping'], CartScope>(
  {
    ...shippingMembers,
    packages: packagesMember(packagesByKey(ratesOfPackage, ({ destination }) => destination)),
  },
  'CartShipping',
);

const coupon = object<Coupon, MoneyScope>(couponMembers(inMajorUnits), 'CartCoupon');

const fee = object<Cart['fees'][number], CartScope>(
  {
    name: text('The name.', ({ name }) => name),
    amount: majorNumber('The requested amount, in major units.', ({ amount }) => amount),
    taxable: flag('Whether it is taxed.', ({ taxable }) => taxable),
    tax_class: text('The tax class; empty for the standard one.', ({ taxClass }) => taxClass),
    total: majorNumber('The amount without tax.', ({ total }) => total),
    tax: majorNumber('The tax on it.', ({ tax }) => tax),
  },
  'CartFee',
);

const tax = object<Cart['taxes'][number], CartScope>(
  {
    rate_id: whole('The ID of the rate.', ({ rateId }) => rateId),
    label: text('The name of the tax.', ({ label }) => label),
    compound: flag(
      'Whether it is a compound tax, calculated on other taxes too.',
      ({ compound }) => compound,
    ),
    tax_total: decimal('The tax on items and fees.', ({ amount }, { currency }) =>
      decimalText(amount, currency.decimals),
    ),
    shipping_tax_total: decimal('The tax on shipping.', ({ shippingAmount }, { currency }) =>
      decimalText(shippingAmount, currency.decimals),
    ),
  },
  'CartTax',
);

function priceText(price: number | null, { currency }: CartScope): string {
  return price === null ? '' : decimalText(price, currency.decimals);
}

/** A cross-sell of the cart (docs/reference/cart.md#cross-sells). */
const crossSell = object<Cart['crossSells'][number], CartScope>(
  {
    id: whole('The ID.', ({ id }) => id),
    product_name: text('The name.', ({ name }) => name),
    product_title: text('The name.', ({ name }) => name),
    slug: text('The slug.', ({ slug }) => slug),
    type: text('The type of the product.', ({ type }) => type),
    price: decimalOrEmpty('The current price.', ({ price }, scope) => priceText(price, scope)),
    regular_price: decimalOrEmpty('The regular price.', ({ regular }, scope) => priceText(regular, scope)),
    sale_price: decimalOrEmpty('The sale price; empty if there is none.', ({ sale }, scope) =>
      priceText(sale, scope),
    ),
    on_sale: flag('Whether the product is on sale now.', ({ onSale }) => onSale),
    product_image: url(
      'The URL of the picture.',
      ({ image }, { links }) => links.picture(image) || links.placeholder,
    ),
  },
  'CrossSell',
);

const members = {
  ...cartMembers({ coupon, shipping, removedItem, crossSell, customerOf: ({ customer }) => customer }),
  items: part('The items by key.', mapOf(itemKey, item, { selectsInEach: true }), ({ lines }) =>
    byKey(lines),
  ),
  items_weight: number('The weight in the unit of the store.', ({ weight }) => weight),
  fees: list('The fees.', fee, ({ fees }) => fees),
  taxes: list('The taxes by rate.', tax, ({ taxes }) => taxes),
  totals: part('The totals of the cart.', allTotals, ({ totals }) => totals),
  tax_display: kind(z.enum(['incl', 'excl']))(
    'Whether prices of items and the costs in `html` of shipping rates are with tax, as `tax.display_in_cart` of the store.',
    ({ taxShown }) => taxShown,
  ),
  note: text("The shopper's note to the shop; empty if there is none.", ({ note }) => note),
  attributes: attributes('What the shopper says about the cart, by name.', ({ given }) => given),
  notices: part('Notices for the shopper, by kind.', notices, (cart) => cart.notices),
  extensions: kind(z.record(z.string(), z.json()))(
    'The data of cart extensions.',
    ({ extensions }) => extensions,
  ),
} satisfies Members<Cart, CartScope>;

export const cart = object<Cart, CartScope>(members, 'Cart');

const shortItems = mapOf(itemKey, miniItem(unitPrice), { selectsInEach: true });

const ofCart = cartViews({
  cart,
  item,
  items: mapOf(itemKey, item),
  mini: miniCart(
    part('The items by key, in short form.', shortItems, ({ lines }) => byKey(lines)),
    'MiniCart',
  ),
  removedItem,
  crossSell,
  coupon,
  rates: mapOf(z.string(), rate),
  usual: 'decimal',
});

export const views = {
  ...ofCart,
  ...sessionViews({
    ids: ['Session', 'SessionInList'],
    shortItems: itemsInSession,
    members,
    items: listOf(item),
    customerOf: ({ customer }) => customer,
    usual: 'decimal',
  }),
  sessionDeleted: object<null, unknown>({ deleted: kind(z.literal(true))('Always `true`.', () => true) }),
};
