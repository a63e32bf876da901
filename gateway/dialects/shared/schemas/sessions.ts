import { z } from 'zod';
import { CartCustomer, itemKey } from './cart-members.ts';
import { dateTime, text, url, whole } from './texts.ts';

const listTime = z.string().regex(/^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}:\d{2}$/);

/** Items in short, by their keys. */
export const shortLines = z.record(
  itemKey,
  z.strictObject({
    key: itemKey.describe('The key of the item.'),
    product_id: whole.describe('The ID of the product.'),
    variation_id: whole.describe('The ID of the variation; 0 for none.'),
    quantity: whole.describe('How many there are.'),
    line_total: z.number().describe('The item after discounts, without tax, in major units.'),
    line_tax: z.number().describe('The tax on it.'),
  }),
);

const shortCustomer = {
  billing_email: text.describe('The e-mail address of the bill.'),
  billing_first_name: text.describe('The first name of the bill.'),
  billing_last_name: text.describe('The last name of the bill.'),
};

/** Members of a cart in the list of carts; `lines` is how the dialect writes the map of its items. */
export function sessionMembers<Lines extends z.ZodType>(lines: Lines) {
  return {
    session_key: text.describe('The key of the cart: of a guest, or the ID of a customer.'),
    cart: lines.describe('The items in short, by their keys.'),
    customer: z.strictObject(shortCustomer).describe('Whose cart it is.'),
    session_expiry: dateTime.describe('When the cart ends, in UTC.'),
    cart_id: text.describe('A number of the cart.'),
    cart_key: text.describe('The same as `session_key`.'),
    customers_name: text.describe('The name of the bill.'),
    customers_email: text.describe('The e-mail address of the bill.'),
    cart_created: listTime.describe('When the cart was begun, in UTC, `04/05/2031 10:00:00`.'),
    cart_expiry: listTime.describe('When the cart ends, in the same form.'),
    cart_source: z.literal('cocart').describe('Always `cocart`.'),
    link: url.describe("Where a customer's cart is. For a guest's, the list: no address has its key in it."),
  };
}

/** The customer of a whole cart: the short form and both addresses. */
const sessionCustomer = z
  .strictObject({ ...shortCustomer, ...CartCustomer.shape })
  .describe('Whose cart it is, with both addresses.');

/** Members that a whole session shares with the cart of its dialect. */
type FromCart =
  | 'item_count'
  | 'items_weight'
  | 'coupons'
  | 'fees'
  | 'totals'
  | 'needs_payment'
  | 'removed_items';

/** Members of a whole session beside those of the list. */
export function wholeSession<Cart extends Record<FromCart, z.ZodType>, Items extends z.ZodType>(
  cart: Cart,
  items: Items,
) {
  const { item_count, items_weight, coupons, fees, totals, needs_payment, removed_items } = cart;
  return {
    customer: sessionCustomer,
    item_count,
    items_weight,
    coupons,
    fees,
    totals,
    needs_payment,
    removed_items,
    items,
  };
}
