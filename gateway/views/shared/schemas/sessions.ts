import { z } from 'zod';
import type { Cart, Customer } from '#contracts/cart.ts';
import { customerMembers } from '../cart.ts';
import type { CartScope } from '../cart-amounts.ts';
import { itemKey } from '../cart-item.ts';
import { object, type View } from '../view.ts';
import { dateTime, text, url, whole } from './texts.ts';

const listTime = z.string().regex(/^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}:\d{2}$/);

/** Schema of a map from the key of an item to the item in short form. */
export const shortLines = z.record(
  itemKey,
  z.strictObject({
    key: itemKey.describe('The key of the item.'),
    product_id: whole.describe('The ID of the product.'),
    variation_id: whole.describe('The ID of the variation; 0 for none.'),
    quantity: whole.describe('The quantity.'),
    line_total: z.number().describe('The amount after discounts, without tax, in major units.'),
    line_tax: z.number().describe('The tax on it.'),
  }),
);

const shortCustomer = {
  billing_email: text.describe('The billing e-mail address.'),
  billing_first_name: text.describe('The billing first name.'),
  billing_last_name: text.describe('The billing last name.'),
};

/**
 * Returns the schemas of the members of a session in a list. `lines` is the dialect's schema of the map of
 * items.
 */
export function sessionMembers<Lines extends z.ZodType>(lines: Lines) {
  return {
    session_key: text.describe('The cart key of a guest, or the ID of a customer.'),
    cart: lines.describe('The items by key, in short form.'),
    customer: z.strictObject(shortCustomer).describe('The customer.'),
    session_expiry: dateTime.describe('The expiry of the cart in UTC.'),
    cart_id: text.describe('A number derived from the cart key.'),
    cart_key: text.describe('The same as `session_key`.'),
    customers_name: text.describe('The billing name.'),
    customers_email: text.describe('The billing e-mail address.'),
    cart_created: listTime.describe('The time of creation in UTC, `04/05/2031 10:00:00`.'),
    cart_expiry: listTime.describe('The expiry, in the same form.'),
    cart_source: z.literal('cocart').describe('Always `cocart`.'),
    link: url.describe(
      "The URL of a customer's cart; for a guest's cart the URL of the list, since no URL contains its key.",
    ),
  };
}

/** The customer of a whole session: the members of the short form, and the billing and the shipping address. */
const sessionCustomer = z
  .strictObject({
    ...shortCustomer,
    ...object(customerMembers((customer: Customer) => customer)).schema.shape,
  })
  .describe('The customer with both addresses.');

/** Members of a whole session whose schemas come from the dialect's cart. */
type FromCart =
  | 'item_count'
  | 'items_weight'
  | 'coupons'
  | 'fees'
  | 'totals'
  | 'needs_payment'
  | 'removed_items';

/**
 * Returns the schemas of the members that only a whole session has. The entries of a list of sessions lack
 * these members, or have `customer` in short form.
 */
export function wholeSession<Items extends z.ZodType>(
  cart: Readonly<Record<FromCart, View<Cart, CartScope>>>,
  items: Items,
) {
  const { item_count, items_weight, coupons, fees, totals, needs_payment, removed_items } = cart;
  return {
    customer: sessionCustomer,
    item_count: item_count.schema,
    items_weight: items_weight.schema,
    coupons: coupons.schema,
    fees: fees.schema,
    totals: totals.schema,
    needs_payment: needs_payment.schema,
    removed_items: removed_items.schema,
    items,
  };
}
