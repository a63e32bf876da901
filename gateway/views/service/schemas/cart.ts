import { z } from 'zod';
import { CartTotals } from '../../shared/schemas/cart-answers.ts';
import * as shared from '../../shared/schemas/cart-members.ts';
import { decimal, decimalOrEmpty, flag, text, url, whole } from '../../shared/schemas/texts.ts';
import { cartMembers, cartViews, miniCart } from '../../shared/schemas/whole-cart.ts';

const number = z.number();

export const CartItem = z
  .strictObject({
    ...shared.plainItem,
    price: text.describe('The formatted unit price.'),
    totals: z
      .strictObject({
        subtotal: number.describe('The amount before discounts, without tax.'),
        subtotal_tax: number.describe('The tax on this amount.'),
        total: number.describe('The amount after discounts, without tax.'),
        tax: number.describe('The tax on this amount.'),
      })
      .describe('The totals of the item, in major units.'),
    meta: shared.itemMeta(shared.dimensions, z.record(text, text)),
    cart_item_data: z.record(text, z.json()).describe('The data that was sent with the item.'),
  })
  .meta({ id: 'CartItem' });

/** A removed item: an item with `key` and `product_id`, whose `quantity` is a plain number. */
const RemovedItem = CartItem.extend({
  key: shared.itemKey.describe('The same as `item_key`.'),
  product_id: whole.describe('The ID of the product.'),
  quantity: whole.describe('The quantity.'),
}).meta({ id: 'RemovedItem' });

const ShippingRate = shared.rateWithItems(decimal).meta({ id: 'ShippingRate' });
const ShippingRates = z.record(text, ShippingRate).describe('The shipping rates by key.');
const shipping = shared.shippingMembers(ShippingRates);
const Shipping = z
  .strictObject({
    ...shipping.members,
    packages: shipping.packages.describe('The packages `default`, `1`, `2` and so on.'),
  })
  .meta({ id: 'CartShipping' });

const CartCoupon = shared.couponMember(decimal).meta({ id: 'CartCoupon' });

const CartFee = z
  .strictObject({
    name: text.describe('The name.'),
    amount: number.describe('The requested amount, in major units.'),
    taxable: flag.describe('Whether it is taxed.'),
    tax_class: text.describe('The tax class; empty for the standard one.'),
    total: number.describe('The amount without tax.'),
    tax: number.describe('The tax on it.'),
  })
  .meta({ id: 'CartFee' });

const CartTax = z
  .strictObject({
    rate_id: whole.describe('The ID of the rate.'),
    label: text.describe('The name of the tax.'),
    compound: flag.describe('Whether it is a compound tax, calculated on other taxes too.'),
    tax_total: decimal.describe('The tax on items and fees.'),
    shipping_tax_total: decimal.describe('The tax on shipping.'),
  })
  .meta({ id: 'CartTax' });

const CrossSell = z
  .strictObject({
    id: whole.describe('The ID.'),
    product_name: text.describe('The name.'),
    product_title: text.describe('The name.'),
    slug: text.describe('The slug.'),
    type: text.describe('The type of the product.'),
    price: decimalOrEmpty.describe('The current price.'),
    regular_price: decimalOrEmpty.describe('The regular price.'),
    sale_price: decimalOrEmpty.describe('The sale price; empty if there is none.'),
    on_sale: flag.describe('Whether the product is on sale now.'),
    product_image: url.describe('The URL of the picture.'),
  })
  .meta({ id: 'CrossSell' });

export const CartV2 = z
  .strictObject({
    ...cartMembers({
      coupon: CartCoupon,
      shipping: Shipping,
      removedItem: RemovedItem,
      crossSell: CrossSell,
    }),
    items: z.record(shared.itemKey, CartItem).describe('The items by key.'),
    items_weight: number.describe('The weight in the unit of the store.'),
    fees: z.array(CartFee).describe('The fees.'),
    taxes: z.array(CartTax).describe('The taxes by rate.'),
    totals: CartTotals.describe('The totals of the cart.'),
    notices: shared.CartNotices.describe('Notices for the shopper, by kind.'),
    extensions: z.record(text, z.json()).describe('The data of cart extensions.'),
  })
  .meta({ id: 'Cart' });
export type CartV2 = z.infer<typeof CartV2>;

const MiniCart = miniCart(
  z.record(shared.itemKey, shared.miniItem).describe('The items by key, in short form.'),
).meta({ id: 'MiniCart' });

/** Schemas of the v2 answers about a cart. */
export const cartSchemas = cartViews({
  cart: CartV2,
  item: CartItem,
  items: z.record(shared.itemKey, CartItem),
  mini: MiniCart,
  removedItem: RemovedItem,
  crossSell: CrossSell,
  coupon: CartCoupon,
  rates: ShippingRates,
});
