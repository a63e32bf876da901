import { z } from 'zod';
import type { Cart, CartLine, CartTotals, Customer, ShippingRate } from '#contracts/cart.ts';
import type { Notice } from '#contracts/notices.ts';
import { noticeSentence, rejectionSentence } from '#platform/sentences/notices.ts';
import { say } from '#platform/sentences/say.ts';
import { allTotals, amountText, type CartScope, cartScope, type MoneyScope } from './cart-amounts.ts';
import { byKey } from './cart-item.ts';
import { type Coupon, ratesByKey } from './charges.ts';
import { cartCurrency } from './currency.ts';
import { flag, text, whole } from './kinds.ts';
import type { Links } from './links.ts';
import {
  type Entries,
  from,
  kind,
  list,
  listOf,
  type Members,
  object,
  optional,
  part,
  type View,
} from './view.ts';
import type { CartView, Views } from './views.ts';

/** The cart of v2 in all dialects, and small answers about it (docs/reference/cart.md#the-cart). */

type Address = Customer['shipping'];

function addressMembers(prefix: 'billing' | 'shipping'): Members<Address, unknown> {
  return {
    [`${prefix}_first_name`]: text('The first name.', ({ firstName }) => firstName),
    [`${prefix}_last_name`]: text('The last name.', ({ lastName }) => lastName),
    [`${prefix}_company`]: text('The company.', ({ company }) => company),
    [`${prefix}_country`]: text('The two-letter code of the country.', ({ country }) => country),
    [`${prefix}_address_1`]: text('The first line of the address.', ({ address1 }) => address1),
    [`${prefix}_address_2`]: text('The second line of the address.', ({ address2 }) => address2),
    [`${prefix}_postcode`]: text('The postcode.', ({ postcode }) => postcode),
    [`${prefix}_city`]: text('The city.', ({ city }) => city),
    [`${prefix}_state`]: text('The code of the state.', ({ state }) => state),
  };
}

const billing = object<Customer['billing'], unknown>({
  ...addressMembers('billing'),
  billing_phone: text('The phone number.', ({ phone }) => phone),
  billing_email: text('The e-mail address.', ({ email }) => email),
});
const shipping = object<Address, unknown>(addressMembers('shipping'));

/** Returns the members with the billing and the shipping address of a customer. */
export function customerMembers<Data>(read: (data: Data) => Customer): Members<Data, unknown> {
  return {
    billing_address: part('The billing address.', billing, (data) => read(data).billing),
    shipping_address: part('The shipping address.', shipping, (data) => read(data).shipping),
  };
}

const customer = object(
  customerMembers((shown: Customer) => shown),
  'CartCustomer',
);

/** Declares the notices of one kind. A kind without notices is left out. */
function noticesOf(asked: Notice['kind'], words: string): View<readonly Notice[], unknown> {
  return optional(
    kind(z.array(z.string().min(1)).min(1))(words, (all) =>
      all.filter((notice) => notice.kind === asked).map(noticeSentence),
    ),
    (all) => all.some((notice) => notice.kind === asked),
  );
}

/** The notices by kind. */
export const notices = object<readonly Notice[], unknown>({
  success: noticesOf('success', 'Messages about successful changes.'),
  error: noticesOf('error', 'Messages about failed changes.'),
  notice: noticesOf('notice', 'Messages about changes that the shopper did not request.'),
  info: noticesOf('info', 'Further messages.'),
});

const plainCart = {
  cart_hash: text(
    'A hash of the items and the total; a message for an empty cart.',
    // The sentence is CoCart's (docs/reference/rules.md#item-keys-and-the-cart-hash).
    (cart) => cart.hash || say('cart.no_hash'),
  ),
  cart_key: kind(z.string().min(1))('The key of the cart.', (cart) => cart.key),
  item_count: whole('The number of items.', (cart) => cart.itemCount),
  needs_payment: flag('Whether the cart has to be paid.', (cart) => cart.needsPayment),
  needs_shipping: flag('Whether the cart has to be shipped.', (cart) => cart.needsShipping),
  currency: part('The format of amounts.', cartCurrency, (cart) => cart.currency),
} satisfies Members<Cart, CartScope>;

type CrossSell = Cart['crossSells'][number];

/** The views of a cart's parts that differ between dialects. */
interface Parts {
  readonly coupon: View<Coupon, MoneyScope>;
  readonly shipping: View<Cart['shipping'], CartScope>;
  readonly removedItem: View<CartLine, CartScope>;
  readonly crossSell: View<CrossSell, CartScope>;
  /** Returns the customer whose addresses the cart shows. */
  readonly customerOf: (cart: Cart) => Customer;
}

/** Returns the members of a whole cart that have the same names in all dialects. */
export function cartMembers({ coupon, shipping: shown, removedItem, crossSell, customerOf }: Parts) {
  return {
    ...plainCart,
    customer: part('The addresses of the customer.', customer, customerOf),
    coupons: list('The coupons with their discounts.', coupon, (cart) => cart.coupons),
    shipping: part('The shipping of the cart.', shown, (cart) => cart.shipping),
    removed_items: list('The removed items that can be restored.', removedItem, (cart) => cart.removed),
    cross_sells: list('The cross-sells of the cart.', crossSell, (cart) => cart.crossSells),
  } satisfies Members<Cart, CartScope>;
}

const miniTotals = object<CartTotals, CartScope>({
  subtotal: text('The items before discounts, without tax.', ({ subtotal }, scope) =>
    amountText(subtotal, scope),
  ),
  subtotal_tax: text('The tax on this amount.', ({ subtotalTax }, scope) => amountText(subtotalTax, scope)),
  total: text('The total of the cart with all taxes.', ({ total }, scope) => amountText(total, scope)),
  total_tax: text('The sum of all taxes.', ({ totalTax }, scope) => amountText(totalTax, scope)),
});

/**
 * Returns the view of the mini cart, which a page shows in its corner (docs/reference/cart.md#read-the-cart-in-short).
 * `items` is the dialect's member with the items.
 */
export function miniCart(items: View<Cart, CartScope>, id: string): View<Cart, CartScope> {
  return object<Cart, CartScope>(
    {
      ...plainCart,
      items,
      totals: part('Four totals of the cart.', miniTotals, ({ totals }) => totals),
    },
    id,
  );
}

/** A dialect's views of the cart and its parts. */
interface CartParts extends Omit<Parts, 'shipping' | 'customerOf'> {
  readonly cart: View<Cart, CartScope>;
  readonly item: View<CartLine, CartScope>;
  readonly items: View<Entries<CartLine>, CartScope>;
  readonly mini: View<Cart, CartScope>;
  readonly rates: View<Entries<ShippingRate>, MoneyScope>;
  /** The form of totals in the whole cart if the request asks for none. */
  readonly usual: CartScope['form'];
}

/** Returns the views of v2 answers about a cart. */
export function cartViews(parts: CartParts) {
  const ofCart = <Data extends CartView, Inner>(
    view: View<Inner, CartScope>,
    read: (data: Data) => Inner,
    usual = parts.usual,
  ): View<Data, Links> =>
    from(view, (data, links) => ({ data: read(data), scope: cartScope(data, links, usual) }));
  return {
    cartV2: ofCart(parts.cart, ({ cart }) => cart),
    cartItemV2: ofCart(parts.item, ({ line }: Views['cartItemV2']) => line),
    cartItemListV2: ofCart(listOf(parts.item), ({ lines }: Views['cartItemListV2']) => lines),
    cartItems: ofCart(part('The items by key.', parts.items, byKey), ({ cart }) => cart.lines),
    cartTotals: ofCart(allTotals, ({ cart }) => cart.totals, 'decimal'),
    cartMini: ofCart(parts.mini, ({ cart }) => cart),
    removedItems: ofCart(listOf(parts.removedItem), ({ cart }) => cart.removed),
    crossSells: ofCart(listOf(parts.crossSell), ({ cart }) => cart.crossSells),
    coupons: from(listOf(parts.coupon), ({ cart: { coupons, currency } }: Views['coupons']) => ({
      data: coupons,
      scope: { currency },
    })),
    shippingRates: from(
      part('The shipping rates by key.', parts.rates, ratesByKey),
      ({ rates, currency }: Views['shippingRates']) => ({ data: rates, scope: { currency } }),
    ),
    ...smallAnswers,
  };
}

const couponVerdict = object<Views['couponsValidated']['coupons'][number], unknown>(
  {
    coupon: text('The code.', ({ code }) => code),
    valid: flag('Whether the coupon is valid.', ({ objection }) => objection === null),
    reason: text(
      'Why the coupon is not valid, as a code; empty if it is valid.',
      ({ objection }) => objection?.reason ?? '',
    ),
    message: text('Why the coupon is not valid, as a sentence; empty if it is valid.', ({ objection }) =>
      objection ? rejectionSentence(objection) : '',
    ),
  },
  'CouponVerdict',
);

/** Answers that are equal in all dialects. Some are a plain number or sentence instead of an object. */
const smallAnswers = {
  cartCount: whole('The number of items.', ({ count }: Views['cartCount']) => count),
  cartCreated: object<Views['cartCreated'], Links>({
    message: text('A message for the shopper.', (created) => created.text),
    cart_key: text('The key of the cart.', ({ cart }) => cart.key),
  }),
  cartSentence: text('A message for the shopper.', (said: Views['cartSentence']) => said.text),
  couponsValidated: from(listOf(couponVerdict), ({ coupons }: Views['couponsValidated']) => ({
    data: coupons,
    scope: null,
  })),
  itemStatus: object<Views['itemStatus'], Links>({
    message: text('A message for the shopper.', (status) => status.text),
    quantity: whole('The new quantity of the item.', ({ quantity }) => quantity),
  }),
};
