import { z } from 'zod';
import { fifteenTotals, itemKey, rateMembers } from './cart-members.ts';
import { decimal, flag, phpMap, text, url, whole } from './texts.ts';

const number = z.number();
/** A number in major units, or formatted text with `html=true`. */
const amount = z.union([number, text]);
export const taxesV1 = phpMap(z.record(z.string().regex(/^\d+$/), number));

/** A cart line in the raw form of v1 (docs/reference/cart-v1.md#the-raw-item). */
export const CartLineV1 = z
  .strictObject({
    key: itemKey.describe('The key of the item.'),
    product_id: whole.describe('The ID of the product.'),
    variation_id: whole.describe('The ID of the variation; 0 for none.'),
    variation: phpMap(z.record(z.string().regex(/^attribute_./), text)).describe(
      'The chosen options by the names that add-item uses, `attribute_pa_colour`.',
    ),
    quantity: whole.describe('The quantity.'),
    data_hash: text.describe("A hash of the product's type and options."),
    line_tax_data: z
      .strictObject({
        subtotal: taxesV1.describe('The tax before discounts by rate ID.'),
        total: taxesV1.describe('The tax after discounts by rate ID.'),
      })
      .describe('The taxes on the item.'),
    line_subtotal: number.describe('The amount before discounts, without tax, in major units.'),
    line_subtotal_tax: number.describe('The tax before discounts.'),
    line_total: number.describe('The amount after discounts, without tax.'),
    line_tax: number.describe('The tax after discounts.'),
    data: z.strictObject({}).describe('Always empty.'),
    cart_item_data: phpMap(z.record(text, z.json())).describe('The data that was sent with the item.'),
    product_name: text.describe('The name of the product.'),
    product_title: text.describe('The name with the chosen options.'),
    product_price: text.describe('The formatted unit price.'),
    product_image: url.optional().describe('The URL of the picture; present with `thumb=true`.'),
  })
  .meta({ id: 'CartLineV1' });

/** Returns the schema of a map of lines by item key. */
export function linesV1<Line extends z.ZodType>(line: Line) {
  return phpMap(z.record(itemKey, line)).describe('The items by key; `[]` without items.');
}
const LinesV1 = linesV1(CartLineV1);

export const CartTotalsV1 = fifteenTotals(amount, amount).meta({
  id: 'CartTotalsV1',
  description: 'Amounts are numbers in major units, or formatted text with `html=true`.',
});

const FeeV1 = z
  .strictObject({
    id: text.describe('The ID, derived from the name.'),
    name: text.describe('The name.'),
    amount: decimal.describe('The requested amount, as decimal text.'),
    taxable: flag.describe('Whether it is taxed.'),
    tax_class: text.describe('The tax class; empty for the standard one.'),
    total: whole.describe('The amount in minor units.'),
  })
  .meta({ id: 'FeeV1' });

const ShippingRateV1 = z.strictObject(rateMembers(decimal)).meta({ id: 'ShippingRateV1' });

/** Schemas of v1 cart answers. A dialect may replace a schema. */
export const cartV1Schemas = {
  cartV1: LinesV1,
  emptyCartV1: z.tuple([]).describe('Always `[]`.'),
  cartItemV1: CartLineV1,
  removedItemsV1: LinesV1,
  quantitiesV1: phpMap(z.record(itemKey, whole)).describe('The quantities by item key; `[]` without items.'),
  cartTotalsV1: CartTotalsV1,
  cartWeightV1: number.describe('The weight in the unit of the store.'),
  messageV1: z.strictObject({ message: text.describe('A message for the shopper.') }),
  itemRemovedV1: z.strictObject({
    removed: z.literal(true).describe('A message that the item was removed.'),
  }),
  amountV1: amount.describe('A number in major units; with `html=true` a formatted text.'),
  couponTotalsV1: phpMap(z.record(text, amount)).describe(
    'The discount of each coupon by code; `[]` without coupons.',
  ),
  couponCodesV1: z.array(text).describe('The coupon codes.'),
  couponChangedV1: z.strictObject({
    message: text.describe('A message for the shopper.'),
    coupon: text.describe('The code.'),
    response: z.literal(true).describe('Always `true`.'),
  }),
  feesV1: phpMap(z.record(text, FeeV1)).describe('The fees by ID; `[]` without fees.'),
  shippingRatesV1: phpMap(z.record(text, ShippingRateV1)).describe('The shipping rates by key.'),
  doneV1: z.literal(true).describe('Always `true`.'),
};
