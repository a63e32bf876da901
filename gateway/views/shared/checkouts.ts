import { z } from 'zod';
import {
  type AccountOrder,
  type Checkout,
  CheckoutState,
  DifferenceCause,
  type HandedCart,
} from '#contracts/checkouts.ts';
import { dateTime, flag, number, text, urlSchema, whole } from './kinds.ts';
import type { Links } from './links.ts';
import { kind, list, object, part, type View } from './view.ts';
import type { Views } from './views.ts';

const time = kind(z.iso.datetime());
const iso = (ms: number) => new Date(ms).toISOString();

const difference = object<NonNullable<Checkout['difference']>, unknown>({
  total: whole('The total of WooCommerce, in minor units.', ({ total }) => total),
  cause: kind(DifferenceCause)('The first part of the total that differs.', ({ cause }) => cause),
});
const differenceOrNull = {
  schema: difference.schema.nullable(),
  present: (
    data: Checkout['difference'],
    scope: unknown,
    fields: Parameters<View<unknown, unknown>['present']>[2],
  ) => data && difference.present(data, scope, fields),
};

const state = kind(CheckoutState);

/** A checkout (docs/reference/checkout.md#the-checkout). */
const checkout = object<Views['checkout'], Links>(
  {
    id: text('The ID of the checkout.', ({ checkout: { id } }) => id),
    state: state('What has become of it.', ({ checkout: { state: now } }) => now),
    url: kind(urlSchema.nullable())(
      'The link for the browser of the shopper; `null` after an order, and when a checkout is read.',
      ({ url: link }) => link,
    ),
    expires: time(
      'The time, in UTC, at which the link or the checkout is over.',
      ({ checkout: { expiresAt } }) => iso(expiresAt),
    ),
    total: whole('The total that the shopper agreed to, in minor units.', ({ checkout: { total } }) => total),
    currency: text('The code of the currency.', ({ checkout: { currency } }) => currency),
    currency_minor_unit: whole('The number of decimals.', ({ checkout: { minorUnit } }) => minorUnit),
    order: kind(z.int().nullable())(
      'The ID of the order in WooCommerce; `null` before there is one.',
      ({ checkout: { order } }) => order,
    ),
    difference: part(
      'What WooCommerce calculates, if it is another total; else `null`.',
      differenceOrNull,
      ({ checkout: { difference: found } }) => found,
    ),
  },
  'Checkout',
);

type Line = HandedCart['lines'][number];
const texts = kind(z.record(z.string(), z.string()));
const handedLine = object<Line, unknown>({
  key: text('The key of the item.', ({ key }) => key),
  product_id: whole('The ID of the product.', ({ product_id: id }) => id),
  variation_id: whole('The ID of the variation; 0 for none.', ({ variation_id: id }) => id),
  quantity: whole('The quantity.', ({ quantity }) => quantity),
  name: text('The name.', ({ name }) => name),
  variation: texts(
    'The chosen options, by the names and by the keys of their attributes.',
    ({ variation }) => variation,
  ),
  item_data: kind(z.record(z.string(), z.unknown()))('The data of the item.', ({ item_data: data }) => data),
  price: kind(z.int().nullable())(
    'A price of the caller in minor units, as the shop enters prices; `null` for none.',
    ({ price }) => price,
  ),
});
const handedFee = object<HandedCart['fees'][number], unknown>({
  name: text('The name.', ({ name }) => name),
  amount: whole('The amount in minor units.', ({ amount }) => amount),
  taxable: flag('Whether it is taxed.', ({ taxable }) => taxable),
  tax_class: text('The tax class; empty for the standard class.', ({ tax_class: taxClass }) => taxClass),
});
const totals = object<HandedCart['totals'], unknown>({
  total: whole('The total with taxes.', ({ total }) => total),
  items: whole('The goods before discounts, without tax.', ({ items }) => items),
  discount: whole('The discount, without tax.', ({ discount }) => discount),
  shipping: whole('Shipping, without tax.', ({ shipping }) => shipping),
  tax: whole('All taxes.', ({ tax }) => tax),
  fees: whole('The fees, without tax.', ({ fees }) => fees),
});
const customer = object<NonNullable<Views['handOver']['customer']>, unknown>({
  id: whole('The ID of the account, and of its customer in WooCommerce.', ({ id }) => id),
  email: text('The e-mail address.', ({ email }) => email),
});
const customerOrNull = {
  schema: customer.schema.nullable(),
  present: (
    data: Views['handOver']['customer'],
    scope: unknown,
    fields: Parameters<View<unknown, unknown>['present']>[2],
  ) => data && customer.present(data, scope, fields),
};
const names = kind(z.array(z.string()));

/** What the plugin fills into WooCommerce (docs/reference/checkout.md#the-hand-over). */
const handOver = object<Views['handOver'], Links>(
  {
    id: text('The ID of the checkout.', ({ checkout: { id } }) => id),
    state: state('What has become of it.', ({ checkout: { state: now } }) => now),
    currency: text('The code of the currency.', ({ checkout: { currency } }) => currency),
    minor_unit: whole('The number of decimals.', ({ checkout: { minorUnit } }) => minorUnit),
    expires: time('The time, in UTC, at which it is over.', ({ checkout: { expiresAt } }) => iso(expiresAt)),
    return_url: text(
      'Where the shopper goes after the order; empty for nowhere.',
      ({ returnUrl }) => returnUrl,
    ),
    customer: part('The customer; `null` for a guest.', customerOrNull, ({ customer: found }) => found),
    lines: list('The items.', handedLine, ({ cart: { lines } }) => lines),
    billing: texts('The billing address, by the names of WooCommerce.', ({ cart: { billing } }) => billing),
    shipping: texts('The shipping address.', ({ cart: { shipping } }) => shipping),
    coupons: names('The codes of the coupons.', ({ cart: { coupons } }) => coupons),
    rates: names('The chosen rate of each package.', ({ cart: { rates } }) => rates),
    fees: list('The fees.', handedFee, ({ cart: { fees } }) => fees),
    totals: part('The sums of the cart, in minor units.', totals, ({ cart }) => cart.totals),
    has_address: flag(
      'Whether shipping and taxes are those of the address of the shopper.',
      ({ cart: { has_address: hasAddress } }) => hasAddress,
    ),
  },
  'HandOver',
);

/** The answer to the plugin's totals. */
const handOverTaken = object<Views['handOverTaken'], Links>(
  {
    same: flag('Whether the totals are the same.', ({ cause }) => cause === null),
    cause: kind(DifferenceCause.nullable())(
      'The first part that differs; `null` for none.',
      ({ cause }) => cause,
    ),
  },
  'HandOverTaken',
);

type Address = AccountOrder['shipping'];
const addressMembers = {
  first_name: text<Address, unknown>('The first name.', ({ firstName }) => firstName),
  last_name: text<Address, unknown>('The last name.', ({ lastName }) => lastName),
  company: text<Address, unknown>('The company.', ({ company }) => company),
  address_1: text<Address, unknown>('The first line of the address.', ({ address1 }) => address1),
  address_2: text<Address, unknown>('The second line of the address.', ({ address2 }) => address2),
  city: text<Address, unknown>('The city.', ({ city }) => city),
  state: text<Address, unknown>('The code of the state.', ({ state: code }) => code),
  postcode: text<Address, unknown>('The postcode.', ({ postcode }) => postcode),
  country: text<Address, unknown>('The two-letter code of the country.', ({ country }) => country),
  phone: text<Address, unknown>('The phone number.', ({ phone }) => phone),
};
const orderLine = object<AccountOrder['lines'][number], unknown>({
  product_id: whole('The ID of the product; 0 if it is deleted.', ({ productId }) => productId),
  variation_id: whole('The ID of the variation; 0 for none.', ({ variationId }) => variationId),
  name: text('The name.', ({ name }) => name),
  sku: text('The SKU.', ({ sku }) => sku),
  quantity: number('The quantity.', ({ quantity }) => quantity),
  total: whole('The amount after discounts, without tax.', ({ total }) => total),
  tax: whole('The tax on it.', ({ tax }) => tax),
  meta: list(
    'What was chosen or entered for the item.',
    object<AccountOrder['lines'][number]['meta'][number], unknown>({
      label: text('What it is.', ({ label }) => label),
      value: text('The text.', ({ value }) => value),
    }),
    ({ meta }) => meta,
  ),
});
const orderTotals = object<AccountOrder['totals'], unknown>({
  total: whole('The total with taxes.', ({ total }) => total),
  discount: whole('The discount, without tax.', ({ discount }) => discount),
  shipping: whole('Shipping, without tax.', ({ shipping }) => shipping),
  tax: whole('All taxes.', ({ tax }) => tax),
  fees: whole('The fees, without tax.', ({ fees }) => fees),
});

/** An order of the caller (docs/reference/checkout.md#the-order). */
const order = object<AccountOrder, Links>(
  {
    id: whole('The ID of the order.', ({ id }) => id),
    number: text('The number that the shop shows.', ({ number: shown }) => shown),
    status: text("WooCommerce's status, `processing`.", ({ status }) => status),
    date_created: dateTime('The time of the order, in UTC.', ({ createdAt }) => createdAt),
    date_paid: kind(z.string().nullable())(
      'The time of the payment, in UTC; `null` before it.',
      ({ paidAt }) => paidAt,
    ),
    currency: text('The code of the currency.', ({ currency }) => currency),
    currency_minor_unit: whole('The number of decimals of all amounts.', ({ minorUnit }) => minorUnit),
    totals: part('The sums in minor units.', orderTotals, ({ totals: sums }) => sums),
    items: list('The items.', orderLine, ({ lines }) => lines),
    billing_address: part(
      'The billing address.',
      object<AccountOrder['billing'], unknown>({
        ...addressMembers,
        email: text('The e-mail address.', ({ email }) => email),
      }),
      ({ billing }) => billing,
    ),
    shipping_address: part(
      'The shipping address.',
      object<Address, unknown>(addressMembers),
      ({ shipping }) => shipping,
    ),
    payment_method: text(
      'The title of the payment method; empty for none.',
      ({ paymentMethod }) => paymentMethod,
    ),
    payment_url: kind(urlSchema.nullable())(
      'Where the order can be paid; `null` if it needs no payment.',
      ({ paymentUrl }) => paymentUrl,
    ),
  },
  'Order',
);

export const checkoutViews = {
  checkout,
  handOver,
  handOverTaken,
  order,
  orders: {
    schema: z.array(order.schema),
    present: ({ orders }: Views['orders'], scope: Links, fields: Parameters<typeof order.present>[2]) =>
      orders.map((one) => order.present(one, scope, fields)),
  },
};
