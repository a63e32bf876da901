import { z } from 'zod';
import { flag, text, url, whole } from './texts.ts';

/**
 * Schemas of cart members. Where dialects write amounts or maps differently, a function takes the dialect's
 * schema as a parameter.
 */

/** The key of an item: 32 hexadecimal digits. */
export const itemKey = z.string().regex(/^[0-9a-f]{32}$/, 'the key of an item');

const address = <Prefix extends string>(prefix: Prefix) =>
  ({
    [`${prefix}_first_name`]: text.describe('The first name.'),
    [`${prefix}_last_name`]: text.describe('The last name.'),
    [`${prefix}_company`]: text.describe('The company.'),
    [`${prefix}_country`]: text.describe('The two-letter code of the country.'),
    [`${prefix}_address_1`]: text.describe('The first line of the address.'),
    [`${prefix}_address_2`]: text.describe('The second line of the address.'),
    [`${prefix}_postcode`]: text.describe('The postcode.'),
    [`${prefix}_city`]: text.describe('The city.'),
    [`${prefix}_state`]: text.describe('The code of the state.'),
  }) as Record<
    `${Prefix}_${'first_name' | 'last_name' | 'company' | 'country' | 'address_1' | 'address_2' | 'postcode' | 'city' | 'state'}`,
    z.ZodString
  >;

/** Billing and shipping address of the customer. */
export const CartCustomer = z
  .strictObject({
    billing_address: z
      .strictObject({
        ...address('billing'),
        billing_phone: text.describe('The phone number.'),
        billing_email: text.describe('The e-mail address.'),
      })
      .describe('The billing address.'),
    shipping_address: z.strictObject(address('shipping')).describe('The shipping address.'),
  })
  .meta({ id: 'CartCustomer' });

/** Members of an item that are equal in all dialects. */
export const plainItem = {
  item_key: itemKey.describe('The key of the item.'),
  id: whole.describe('The ID of the product or chosen variation.'),
  name: text.describe('The name, of a variation with its options.'),
  title: text.describe('The name of the product.'),
  quantity: z
    .strictObject({
      value: whole.describe('The quantity.'),
      min_purchase: whole.describe('The minimum quantity.'),
      max_purchase: whole.describe('The maximum quantity; -1 for no limit.'),
    })
    .describe('The quantity and its limits.'),
  slug: text.describe('The slug of the product.'),
  backorders: text.describe('A message if the item is on backorder, else empty.'),
  featured_image: z.union([url, z.literal('')]).describe('The URL of the picture; empty with `thumb=false`.'),
};

/**
 * Returns the schema of an item's product data. `dimensions` and `options` are parameters, because dialects
 * write an empty map differently.
 */
export function itemMeta<Dimensions extends z.ZodType, Options extends z.ZodType>(
  dimensions: Dimensions,
  options: Options,
) {
  return z
    .strictObject({
      product_type: text.describe('The type of the product, `simple` or `variation`.'),
      sku: text.describe('The SKU.'),
      dimensions: dimensions.describe('The length, width and height with their unit.'),
      weight: text.describe('The weight of the whole quantity; `0.0` if there is none.'),
      variation: options.describe('The chosen options: name of the attribute to name of the option.'),
    })
    .describe('The product data of the item.');
}

export const dimensions = z.strictObject({
  length: text.describe('The length.'),
  width: text.describe('The width.'),
  height: text.describe('The height.'),
  unit: text.describe('The unit of the dimensions.'),
});

/** Returns the schemas of a shipping rate's members. `cost` is the schema of amounts. */
export function rateMembers<Cost extends z.ZodType>(cost: Cost) {
  return {
    key: text.describe('The key to choose the rate.'),
    method_id: text.describe('The shipping method, `flat_rate`.'),
    instance_id: whole.describe('The ID of the method in its zone.'),
    label: text.describe('The name.'),
    cost: cost.describe('The cost without tax.'),
    html: text.describe('The name with the formatted cost.'),
    taxes: z.union([cost, z.literal('')]).describe('The tax; empty if there is none.'),
    chosen_method: flag.describe('Whether the rate is chosen.'),
  };
}

/** Returns the schema of a shipping rate with the contents of the package. */
export function rateWithItems<Cost extends z.ZodType>(cost: Cost) {
  return z.strictObject({
    ...rateMembers(cost),
    meta_data: z
      .strictObject({ items: text.describe('The items of the package as text.') })
      .describe('The contents of the package.'),
  });
}

const packageKey = z.string().regex(/^(default|[1-9]\d*)$/);

/**
 * Returns the schemas of a cart's shipping. The schema of `packages` is separate from the other members, so
 * that the CoCart dialect can also accept `[]` for an empty map.
 */
export function shippingMembers<Rates extends z.ZodType>(rates: Rates) {
  const ShippingPackage = z.strictObject({
    package_name: text.describe('The name of the package.'),
    rates: rates.describe('The shipping rates by key.'),
    package_details: text.describe('The contents as text.'),
    index: whole.describe('The index of the package, from 0.'),
    chosen_method: text.describe('The key of the chosen rate; empty if none is chosen.'),
    formatted_destination: text.describe('The formatted destination.'),
  });
  return {
    members: {
      total_packages: whole.describe('The number of packages.'),
      show_package_details: flag.describe('Whether there is more than one package.'),
      has_calculated_shipping: flag.describe(
        'Whether shipping is calculated, because the destination is known.',
      ),
    },
    packages: z.record(packageKey, ShippingPackage),
  };
}

/** Returns the schema of a coupon. `saving` is the schema of the discount. */
export function couponMember<Amount extends z.ZodType>(saving: Amount) {
  return z.strictObject({
    coupon: text.describe('The code.'),
    label: text.describe('The label, such as the code with the word coupon.'),
    discount_type: z.enum(['percent', 'fixed_cart', 'fixed_product']).describe('The type of the discount.'),
    saving: saving.describe('The discount, with a minus sign.'),
    saving_html: text.describe('The formatted discount.'),
  });
}

/** The sentences of one kind of notice. A kind without notices is left out of the answer. */
const sentences = z.array(z.string().min(1)).min(1).optional();
export const CartNotices = z.strictObject({
  success: sentences.describe('Messages about successful changes.'),
  error: sentences.describe('Messages about failed changes.'),
  notice: sentences.describe('Messages about changes that the shopper did not request.'),
  info: sentences.describe('Further messages.'),
});

/** Returns the schemas of the ten totals that all dialects have. */
export function tenTotals<Amount extends z.ZodType>(amount: Amount) {
  return {
    subtotal: amount.describe('The items before discounts, without tax.'),
    subtotal_tax: amount.describe('The tax on the items before discounts.'),
    fee_total: amount.describe('The fees, without tax.'),
    fee_tax: amount.describe('The tax on the fees.'),
    discount_total: amount.describe('The discounts without tax.'),
    discount_tax: amount.describe('The tax on the discounts.'),
    shipping_total: amount.describe('The cost of shipping without tax.'),
    shipping_tax: amount.describe('The tax on shipping.'),
    total: amount.describe('The total of the cart with all taxes.'),
    total_tax: amount.describe('The sum of all taxes.'),
  };
}

/** Returns the schema of all fifteen totals: the totals of `tenTotals` and five others. */
export function fifteenTotals<Amount extends z.ZodType, Tax extends z.ZodType>(amount: Amount, tax: Tax) {
  return z.strictObject({
    ...tenTotals(amount),
    cart_contents_total: amount.describe('The items after discounts, without tax.'),
    cart_contents_tax: amount.describe('The tax on the items after discounts.'),
    shipping_taxes: z.array(tax).describe('The tax on shipping by rate.'),
    cart_contents_taxes: z.array(tax).describe('The tax on the items by rate.'),
    fee_taxes: z.array(tax).describe('The tax on the fees by rate.'),
  });
}

/** Members of a cart that are equal in all dialects. */
export const plainCart = {
  cart_hash: text.describe('A hash of the items and the total; a message for an empty cart.'),
  cart_key: text.min(1).describe('The key of the cart.'),
  item_count: whole.describe('The number of items.'),
  needs_payment: flag.describe('Whether the cart has to be paid.'),
  needs_shipping: flag.describe('Whether the cart has to be shipped.'),
};

/** An item of the mini cart. `quantity` is a plain number. */
export const miniItem = z.strictObject({
  item_key: plainItem.item_key,
  id: plainItem.id,
  name: plainItem.name,
  price: text.describe('The unit price, in the format of the whole cart.'),
  quantity: whole.describe('The quantity.'),
  featured_image: plainItem.featured_image,
});

export const miniTotals = z
  .strictObject({
    subtotal: text.describe('The items before discounts, without tax.'),
    subtotal_tax: text.describe('The tax on this amount.'),
    total: text.describe('The total of the cart with all taxes.'),
    total_tax: text.describe('The sum of all taxes.'),
  })
  .describe('Four totals of the cart.');
