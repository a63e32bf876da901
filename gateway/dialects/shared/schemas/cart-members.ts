import { z } from 'zod';
import { flag, text, url, whole } from './texts.ts';

/** Cart members that all dialects share, and shapes whose amounts or maps differ. */

export const itemKey = z.string().regex(/^[0-9a-f]{32}$/, 'the key of an item');

const address = <Prefix extends string>(prefix: Prefix) =>
  ({
    [`${prefix}_first_name`]: text.describe('The first name.'),
    [`${prefix}_last_name`]: text.describe('The last name.'),
    [`${prefix}_company`]: text.describe('The company.'),
    [`${prefix}_country`]: text.describe('The country, by its code of two letters.'),
    [`${prefix}_address_1`]: text.describe('The first line of the address.'),
    [`${prefix}_address_2`]: text.describe('The second line of the address.'),
    [`${prefix}_postcode`]: text.describe('The postcode.'),
    [`${prefix}_city`]: text.describe('The city.'),
    [`${prefix}_state`]: text.describe('The state, by its code.'),
  }) as Record<
    `${Prefix}_${'first_name' | 'last_name' | 'company' | 'country' | 'address_1' | 'address_2' | 'postcode' | 'city' | 'state'}`,
    z.ZodString
  >;

/** Both addresses of the customer. */
export const CartCustomer = z
  .strictObject({
    billing_address: z
      .strictObject({
        ...address('billing'),
        billing_phone: text.describe('The phone number.'),
        billing_email: text.describe('The e-mail address.'),
      })
      .describe('Whom the bill is for.'),
    shipping_address: z.strictObject(address('shipping')).describe('Where the goods go.'),
  })
  .meta({ id: 'CartCustomer' });

/** Members of an item that all dialects write alike. */
export const plainItem = {
  item_key: itemKey.describe('The key of the item.'),
  id: whole.describe('The ID of the product, or of the variation that was chosen.'),
  name: text.describe('The name of the product.'),
  title: text.describe('The name with the chosen options.'),
  quantity: z
    .strictObject({
      value: whole.describe('How many there are.'),
      min_purchase: whole.describe('The least quantity.'),
      max_purchase: whole.describe('The greatest quantity; -1 for no limit.'),
    })
    .describe('How many there are, and may be.'),
  slug: text.describe('The slug of the product.'),
  backorders: text.describe('A sentence if the item is on backorder, else empty.'),
  featured_image: z
    .union([url, z.literal('')])
    .describe('The address of the picture; empty with `thumb=false`.'),
};

/** The product of an item. Empty maps differ between dialects. */
export function itemMeta<Dimensions extends z.ZodType, Options extends z.ZodType>(
  dimensions: Dimensions,
  options: Options,
) {
  return z
    .strictObject({
      product_type: text.describe('The type of the product, `simple` or `variation`.'),
      sku: text.describe('The SKU.'),
      dimensions: dimensions.describe('Length, width and height with their unit.'),
      weight: text.describe('The weight of the whole item; `0.0` without one.'),
      variation: options.describe(
        'The chosen options, from the name of the attribute to that of the option.',
      ),
    })
    .describe('What is bought.');
}

export const dimensions = z.strictObject({
  length: text.describe('The length.'),
  width: text.describe('The width.'),
  height: text.describe('The height.'),
  unit: text.describe('The unit of all three.'),
});

/** Members of a shipping rate. */
export function rateMembers<Cost extends z.ZodType>(cost: Cost) {
  return {
    key: text.describe('The key by which it is chosen.'),
    method_id: text.describe('The method, `flat_rate`.'),
    instance_id: whole.describe('The ID of the method in its zone.'),
    label: text.describe('The name.'),
    cost: cost.describe('What it costs, without tax.'),
    html: text.describe('The name with the cost, as shown to a shopper.'),
    taxes: z.union([cost, z.literal('')]).describe('The tax on it; empty without any.'),
    chosen_method: flag.describe('Whether it is chosen.'),
  };
}

/** A shipping rate with the package's contents. */
export function rateWithItems<Cost extends z.ZodType>(cost: Cost) {
  return z.strictObject({
    ...rateMembers(cost),
    meta_data: z
      .strictObject({ items: text.describe('The items of the package, in words.') })
      .describe('What is in the package.'),
  });
}

const packageKey = z.string().regex(/^(default|[1-9]\d*)$/);

/** Members of shipping; `packages` writes the map of packages. */
export function shippingMembers<Rates extends z.ZodType>(rates: Rates) {
  const ShippingPackage = z.strictObject({
    package_name: text.describe('The name of the package.'),
    rates: rates.describe('The ways to ship it, by their keys.'),
    package_details: text.describe('What is in it, in words.'),
    index: whole.describe('The place of the package, from 0.'),
    chosen_method: text.describe('The key of the chosen way to ship; empty for none.'),
    formatted_destination: text.describe('Where it goes, in words.'),
  });
  return {
    members: {
      total_packages: whole.describe('How many packages there are.'),
      show_package_details: flag.describe('Whether there is more than one package.'),
      has_calculated_shipping: flag.describe(
        'Whether the destination is known, so that shipping is calculated.',
      ),
    },
    packages: z.record(packageKey, ShippingPackage),
  };
}

/** Members of coupons. */
export function couponMember<Amount extends z.ZodType>(saving: Amount) {
  return z.strictObject({
    coupon: text.describe('The code.'),
    label: text.describe('The code with a word before it.'),
    discount_type: z
      .enum(['percent', 'fixed_cart', 'fixed_product'])
      .describe('How the discount is calculated.'),
    saving: saving.describe('What it takes off, with its minus sign.'),
    saving_html: text.describe('The same as a shopper reads it.'),
  });
}

/** The four kinds of notices; a kind without a sentence is absent. */
const sentences = z.array(z.string().min(1)).min(1).optional();
export const CartNotices = z.strictObject({
  success: sentences.describe('What was done.'),
  error: sentences.describe('What could not be done.'),
  notice: sentences.describe('What changed without being asked for.'),
  info: sentences.describe('What else is good to know.'),
});

/** The ten totals that both dialects have. */
export function tenTotals<Amount extends z.ZodType>(amount: Amount) {
  return {
    subtotal: amount.describe('The items before discounts, without tax.'),
    subtotal_tax: amount.describe('The tax on the items before discounts.'),
    fee_total: amount.describe('The fees, without tax.'),
    fee_tax: amount.describe('The tax on the fees.'),
    discount_total: amount.describe('What coupons take off, without tax.'),
    discount_tax: amount.describe('The tax that coupons take off.'),
    shipping_total: amount.describe('The shipping, without tax.'),
    shipping_tax: amount.describe('The tax on the shipping.'),
    total: amount.describe('Total of the cart, with all taxes.'),
    total_tax: amount.describe('All taxes.'),
  };
}

/** The fifteen totals. */
export function fifteenTotals<Amount extends z.ZodType, Tax extends z.ZodType>(amount: Amount, tax: Tax) {
  return z.strictObject({
    ...tenTotals(amount),
    cart_contents_total: amount.describe('The items after discounts, without tax.'),
    cart_contents_tax: amount.describe('The tax on the items after discounts.'),
    shipping_taxes: z.array(tax).describe('The tax on the shipping, for each rate.'),
    cart_contents_taxes: z.array(tax).describe('The tax on the items, for each rate.'),
    fee_taxes: z.array(tax).describe('The tax on the fees, for each rate.'),
  });
}

/** Members of a cart that all dialects write alike. */
export const plainCart = {
  cart_hash: text.describe('A hash of the items and the total; a sentence for an empty cart.'),
  cart_key: text.min(1).describe('The key of the cart.'),
  item_count: whole.describe('How many pieces there are.'),
  needs_payment: flag.describe('Whether there is something to pay.'),
  needs_shipping: flag.describe('Whether there is something to ship.'),
};

/** A small cart: its items with a plain quantity, and four totals. */
export const miniItem = z.strictObject({
  item_key: plainItem.item_key,
  id: plainItem.id,
  name: plainItem.name,
  price: text.describe('The price of one, as in the whole cart.'),
  quantity: whole.describe('How many there are.'),
  featured_image: plainItem.featured_image,
});

export const miniTotals = z
  .strictObject({
    subtotal: text.describe('The items before discounts, without tax.'),
    subtotal_tax: text.describe('The tax on them.'),
    total: text.describe('Total of the cart, with all taxes.'),
    total_tax: text.describe('All taxes.'),
  })
  .describe('Four of the totals, as in the whole cart.');
