import { z } from 'zod';
import { CartCurrency } from './currency.ts';
import * as superset from './superset.ts';
import { decimal, decimalOrEmpty, url } from './texts.ts';

const text = z.string();
const address = <Prefix extends string>(prefix: Prefix) =>
  ({
    [`${prefix}_first_name`]: text,
    [`${prefix}_last_name`]: text,
    [`${prefix}_company`]: text,
    [`${prefix}_country`]: text,
    [`${prefix}_address_1`]: text,
    [`${prefix}_address_2`]: text,
    [`${prefix}_postcode`]: text,
    [`${prefix}_city`]: text,
    [`${prefix}_state`]: text,
  }) as const;

const Customer = z.strictObject({
  billing_address: z.strictObject({
    ...address('billing'),
    billing_phone: text,
    billing_email: text,
  }),
  shipping_address: z.strictObject(address('shipping')),
});

const itemKey = z.string().regex(/^[0-9a-f]{32}$/);

/** docs/reference/cart.md#the-item: `totals` are numbers, `price` is what a shopper reads. */
const itemMembers = {
  item_key: itemKey,
  id: z.int(),
  name: text,
  title: text,
  price: text,
  quantity: z.strictObject({
    value: z.int(),
    min_purchase: z.int(),
    max_purchase: z.int(),
    ...superset.quantity,
  }),
  totals: z.strictObject({
    subtotal: z.number(),
    subtotal_tax: z.number(),
    total: z.number(),
    tax: z.number(),
  }),
  slug: text,
  meta: z.strictObject({
    product_type: text,
    sku: text,
    // Without any dimensions the object is empty.
    dimensions: z.union([
      z.strictObject({ length: text, width: text, height: text, unit: text }),
      z.strictObject({}),
    ]),
    weight: text,
    variation: z.record(z.string(), z.string()),
  }),
  backorders: text,
  cart_item_data: z.record(z.string(), z.json()),
  featured_image: z.union([url, z.literal('')]),
  ...superset.cartItem,
};
export const CartItem = z.strictObject(itemMembers);

/** docs/reference/cart.md#removed-items: the short form, with the members of the whole line beside it. */
const RemovedItem = z.strictObject({
  ...z.strictObject(itemMembers).partial().shape,
  key: itemKey,
  product_id: z.int(),
  quantity: z.int(),
  name: text,
});

/** docs/reference/coupons-and-shipping.md#packages-and-rates */
const ShippingPackage = z.strictObject({
  package_name: text,
  rates: z.record(
    z.string(),
    z.strictObject({
      key: text,
      method_id: text,
      instance_id: z.int(),
      label: text,
      cost: decimal,
      html: text,
      taxes: decimalOrEmpty,
      chosen_method: z.boolean(),
      meta_data: z.strictObject({ items: text }),
    }),
  ),
  package_details: text,
  index: z.int(),
  chosen_method: text,
  formatted_destination: text,
});

const Shipping = z.strictObject({
  total_packages: z.int(),
  show_package_details: z.boolean(),
  has_calculated_shipping: z.boolean(),
  packages: z.record(z.string().regex(/^(default|[1-9]\d*)$/), ShippingPackage),
});

const Totals = z.strictObject({
  subtotal: decimal,
  subtotal_tax: decimal,
  fee_total: decimal,
  fee_tax: decimal,
  discount_total: decimal,
  discount_tax: decimal,
  shipping_total: decimal,
  shipping_tax: decimal,
  cart_contents_total: decimal,
  cart_contents_tax: decimal,
  total: decimal,
  total_tax: decimal,
  shipping_taxes: z.array(z.int()),
  cart_contents_taxes: z.array(z.int()),
  fee_taxes: z.array(z.int()),
});

/** docs/reference/cart.md#notices: the four kinds there are; one without a sentence is absent. */
const sentences = z.array(z.string().min(1)).min(1).optional();
const Notices = z.strictObject({
  success: sentences,
  error: sentences,
  notice: sentences,
  info: sentences,
});

/** docs/reference/cart.md#the-cart */
export const CartV2 = z.strictObject({
  cart_hash: text,
  cart_key: text.min(1),
  currency: CartCurrency,
  customer: Customer,
  items: z.record(itemKey, CartItem),
  item_count: z.int(),
  items_weight: z.number(),
  coupons: z.array(
    z.strictObject({ coupon: text, label: text, saving: text, saving_html: text, ...superset.coupon }),
  ),
  needs_payment: z.boolean(),
  needs_shipping: z.boolean(),
  shipping: Shipping,
  fees: z.array(
    z.strictObject({
      name: text,
      amount: z.number(),
      taxable: z.boolean(),
      tax_class: text,
      total: z.number(),
      tax: z.number(),
    }),
  ),
  taxes: z.array(
    z.strictObject({
      rate_id: z.int(),
      label: text,
      compound: z.boolean(),
      tax_total: decimal,
      shipping_tax_total: decimal,
      ...superset.tax,
    }),
  ),
  totals: Totals,
  removed_items: z.array(RemovedItem),
  cross_sells: z.array(
    z.strictObject({
      id: z.int(),
      product_name: text,
      product_title: text,
      price: decimalOrEmpty,
      regular_price: decimalOrEmpty,
      sale_price: decimalOrEmpty,
      product_image: text,
      ...superset.crossSell,
    }),
  ),
  notices: Notices,
  extensions: z.record(z.string(), z.json()),
});
export type CartV2 = z.infer<typeof CartV2>;
