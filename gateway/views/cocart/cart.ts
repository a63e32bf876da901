import { z } from 'zod';
import type { Cart, CartLine } from '#contracts/cart.ts';
import { formatted } from '#platform/money/text.ts';
import { say } from '#platform/sentences/say.ts';
import { cartMembers, cartViews, miniCart, notices } from '../shared/cart.ts';
import {
  amountText,
  type CartScope,
  formedText,
  inMinorUnits,
  type MoneyScope,
  majorNumber,
  tenTotals,
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
  feesById,
  type NamedFee,
  packagesByKey,
  packagesMember,
  rateWithItems,
  shippingMembers,
} from '../shared/charges.ts';
import { flag, minor, minorSchema, text, url, whole } from '../shared/kinds.ts';
import { itemsInSession, sessionViews } from '../shared/sessions.ts';
import {
  type Entries,
  group,
  kind,
  list,
  type Members,
  mapOf,
  object,
  optional,
  part,
  phpMap,
  value,
} from '../shared/view.ts';

/**
 * The cart of CoCart 4.x (docs/reference/README.md#dialects): most amounts are text in minor units, `items` is a list,
 * and empty maps are `[]`.
 */

const itemTotals = object<CartLine, CartScope>({
  subtotal: formedText(
    'The amount before discounts, without tax, as text in minor units.',
    ({ subtotal }) => subtotal,
  ),
  subtotal_tax: majorNumber('The tax on this amount, in major units.', ({ subtotalTax }) => subtotalTax),
  total: majorNumber('The amount after discounts, without tax, in major units.', ({ total }) => total),
  tax: majorNumber('The tax on this amount, in major units.', ({ tax }) => tax),
});

const item = object<CartLine, CartScope>(
  {
    ...plainItem,
    price: formedText('The unit price in minor units.', ({ unitPrice }) => unitPrice),
    totals: part('The totals of the item.', itemTotals, (line) => line),
    meta: itemMeta({
      dimensions: phpMap(
        dimensions,
        ({ dimensions: { length, width, height } }) => !(length || width || height),
      ),
      variation: phpMap(optionMap),
    }),
    cart_item_data: itemData(phpMap(dataMap)),
  },
  'CoCartItem',
);

/** A removed item, which the shopper can restore. */
const removedItem = object<CartLine, CartScope>(
  {
    ...item.members,
    product_id: whole('The ID of the product.', ({ productId }) => productId),
    variation_id: whole('The ID of the variation; 0 for none.', ({ variationId }) => variationId),
    quantity: whole('The quantity.', ({ quantity }) => quantity),
  },
  'CoCartRemovedItem',
);

const rate = rateWithItems({ form: inMinorUnits, notesTax: true }, 'CoCartShippingRate');
const ratesOfPackage = phpMap(mapOf(z.string(), rate, { selectsInEach: true }));
const shipping = object<Cart['shipping'], CartScope>(
  {
    ...shippingMembers,
    // CoCart counts a package for which no rate is available, but does not list it.
    total_packages: whole(
      'The number of packages.',
      ({ packages, unshipped }) => packages.length + Number(unshipped),
    ),
    packages: packagesMember(phpMap(packagesByKey(ratesOfPackage, ({ shopDestination }) => shopDestination))),
  },
  'CoCartShipping',
);

/** A text that replaces an amount, such as `Free shipping coupon`. */
const words = z.string().regex(/^\D+$/, 'a text without digits');

const onlyShipsFree = ({ freeShipping, saving }: Coupon) => freeShipping && saving === 0;
const coupon = object<Coupon, MoneyScope>(
  {
    ...couponMembers(inMinorUnits),
    saving: kind(minorSchema.or(words))('The discount, with a minus sign.', (shown) =>
      onlyShipsFree(shown) ? say('label.free_shipping') : String(-shown.saving),
    ),
    saving_html: text('The formatted discount.', (shown, { currency }) =>
      onlyShipsFree(shown) ? say('label.free_shipping') : formatted(-shown.saving, currency),
    ),
  },
  'CoCartCoupon',
);

/** A fee. A negative fee may be applied only in part. */
const fee = object<NamedFee, CartScope>(
  {
    name: text('The name.', ({ name }) => name),
    fee: minor('The amount in minor units.', ({ shown }) => String(shown)),
  },
  'CoCartFee',
);

interface TaxSum {
  readonly name: string;
  readonly amount: number;
}

const tax = object<TaxSum, CartScope>(
  {
    name: text('The name of the tax.', ({ name }) => name),
    price: minor('The amount in minor units.', ({ amount }) => String(amount)),
  },
  'CoCartTax',
);

/**
 * Returns the taxes on items, fees and shipping by code of the tax rate, such as `GB-VAT-1`. As in WooCommerce, amounts
 * with the same code are added up. Codes with the amount zero are left out.
 */
function taxesByCode({ taxes }: Cart): Entries<TaxSum> {
  const sums = new Map<string, TaxSum>();
  for (const { code, label, amount, shippingAmount } of taxes) {
    const { name, amount: sofar } = sums.get(code) ?? { name: label, amount: 0 };
    sums.set(code, { name, amount: sofar + amount + shippingAmount });
  }
  return [...sums].filter(([, { amount }]) => amount !== 0);
}

/** A cross-sell of the cart. A missing price is the text `0`. */
const crossSell = object<Cart['crossSells'][number], CartScope>(
  {
    id: whole('The ID.', ({ id }) => id),
    name: text('The name.', ({ name }) => name),
    title: text('The name.', ({ name }) => name),
    slug: text('The slug.', ({ slug }) => slug),
    price: minor('The current price in minor units; `0` if there is none.', ({ price }) =>
      String(price ?? 0),
    ),
    regular_price: minor('The regular price.', ({ regular }) => String(regular ?? 0)),
    sale_price: minor('The sale price; `0` if there is none.', ({ sale }) => String(sale ?? 0)),
    image: url(
      'The URL of the picture.',
      ({ image }, { links }) => links.picture(image) || links.placeholder,
    ),
    on_sale: flag('Whether the product is on sale now.', ({ onSale }) => onSale),
    type: text('The type of the product.', ({ type }) => type),
  },
  'CoCartCrossSell',
);

/**
 * Returns the customer's addresses. If an address has neither country nor state, its state is the store's
 * default state, such as `CA`.
 */
function withAssumedStates({
  customer: { billing, shipping: delivery },
  assumedStates,
}: Cart): Cart['customer'] {
  return {
    billing: { ...billing, state: billing.state || assumedStates.billing },
    shipping: { ...delivery, state: delivery.state || assumedStates.shipping },
  };
}

const members = {
  ...cartMembers({ coupon, shipping, removedItem, crossSell, customerOf: withAssumedStates }),
  items: list('The items.', item, ({ lines }) => lines),
  items_weight: text('The weight in the unit of the store; `0` if there is none.', ({ weight }) =>
    String(weight),
  ),
  fees: part('The fees by ID.', phpMap(mapOf(z.string(), fee, { selectsInEach: true })), ({ fees }) =>
    feesById(fees),
  ),
  taxes: part(
    'The taxes by rate code.',
    phpMap(mapOf(z.string(), tax, { selectsInEach: true })),
    taxesByCode,
  ),
  totals: part(
    'The totals of the cart, as text in minor units.',
    object<Cart['totals'], CartScope>(tenTotals(formedText), 'CoCartTotals'),
    ({ totals }) => totals,
  ),
  notices: part('Notices for the shopper, by kind.', phpMap(notices), (cart) => cart.notices),
  // CoCart has no such member, so the cart has it only if an extension has stored data.
  extensions: optional(
    kind(z.record(z.string(), z.json()))(
      'The data of cart extensions, if the shop has any.',
      ({ extensions }) => extensions,
    ),
    ({ extensions }) => Object.keys(extensions).length > 0,
  ),
} satisfies Members<Cart, CartScope>;

const cart = object<Cart, CartScope>(members, 'CoCartCart');

const shortItem = miniItem(({ unitPrice }, scope) => amountText(unitPrice, scope));

const ofCart = cartViews({
  cart,
  item,
  /** In an answer with only the items, they are a map. */
  items: phpMap(mapOf(itemKey, item)),
  mini: miniCart(
    list('The items in short form.', shortItem, ({ lines }) => lines),
    'CoCartMiniCart',
  ),
  removedItem,
  crossSell,
  coupon,
  rates: phpMap(mapOf(z.string(), rate)),
  usual: 'minor',
});

/** An item of a session. Unlike in a cart, all amounts are text in minor units. */
const sessionItem = object<CartLine, CartScope>(
  {
    ...item.members,
    totals: group<CartLine, CartScope>('The totals of the item, as text in minor units.', {
      subtotal: minor('The amount before discounts, without tax.', ({ subtotal }) => String(subtotal)),
      subtotal_tax: minor('The tax on this amount.', ({ subtotalTax }) => String(subtotalTax)),
      total: minor('The amount after discounts, without tax.', ({ total }) => String(total)),
      tax: minor('The tax on this amount.', (line) => String(line.tax)),
    }),
  },
  'CoCartSessionItem',
);
const sessionItems = phpMap(mapOf(itemKey, sessionItem, { selectsInEach: true }));

export const views = {
  ...ofCart,
  ...sessionViews({
    ids: ['CoCartSession', 'CoCartSessionInList'],
    shortItems: phpMap(itemsInSession),
    members: {
      ...members,
      items: part('The items by key.', sessionItems, ({ lines }) => byKey(lines)),
    },
    items: part('The items by key.', phpMap(mapOf(itemKey, sessionItem)), byKey),
    customerOf: withAssumedStates,
    usual: 'minor',
  }),
  sessionDeleted: value(
    z.literal('Session successfully deleted.').describe('Always this sentence.'),
    () => 'Session successfully deleted.' as const,
  ),
};
