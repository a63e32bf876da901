import { z } from 'zod';
import * as shared from '../../shared/schemas/cart-members.ts';
import { amountText, flag, minor, phpMap, text, url, whole } from '../../shared/schemas/texts.ts';
import { cartMembers, cartViews, miniCart } from '../../shared/schemas/whole-cart.ts';
import { freeShippingCoupon } from '../charges.ts';

const number = z.number();

export const CoCartItem = z
  .strictObject({
    ...shared.plainItem,
    price: amountText.describe('The unit price in minor units.'),
    totals: z
      .strictObject({
        subtotal: amountText.describe('The amount before discounts, without tax, as text in minor units.'),
        subtotal_tax: number.describe('The tax on this amount, in major units.'),
        total: number.describe('The amount after discounts, without tax, in major units.'),
        tax: number.describe('The tax on this amount, in major units.'),
      })
      .describe('The totals of the item.'),
    meta: shared.itemMeta(phpMap(shared.dimensions), phpMap(z.record(text, text))),
    cart_item_data: phpMap(z.record(text, z.json())).describe('The data that was sent with the item.'),
  })
  .meta({ id: 'CoCartItem' });

const CoCartRemovedItem = CoCartItem.extend({
  product_id: whole.describe('The ID of the product.'),
  variation_id: whole.describe('The ID of the variation; 0 for none.'),
  quantity: whole.describe('The quantity.'),
}).meta({ id: 'CoCartRemovedItem' });

const CoCartShippingRate = shared.rateWithItems(minor).meta({ id: 'CoCartShippingRate' });
const ShippingRates = phpMap(z.record(text, CoCartShippingRate)).describe('The shipping rates by key.');
const shipping = shared.shippingMembers(ShippingRates);
const CoCartShipping = z
  .strictObject({
    ...shipping.members,
    packages: phpMap(shipping.packages).describe('The packages `default`, `1`, `2` and so on.'),
  })
  .meta({ id: 'CoCartShipping' });

const CoCartCoupon = shared
  .couponMember(minor.or(z.literal(freeShippingCoupon)))
  .meta({ id: 'CoCartCoupon' });

const CoCartFee = z
  .strictObject({
    name: text.describe('The name.'),
    fee: minor.describe('The amount in minor units.'),
  })
  .meta({ id: 'CoCartFee' });

const CoCartTax = z
  .strictObject({
    name: text.describe('The name of the tax.'),
    price: minor.describe('The amount in minor units.'),
  })
  .meta({ id: 'CoCartTax' });

const CoCartCrossSell = z
  .strictObject({
    id: whole.describe('The ID.'),
    name: text.describe('The name.'),
    title: text.describe('The name.'),
    slug: text.describe('The slug.'),
    price: minor.describe('The current price in minor units; `0` if there is none.'),
    regular_price: minor.describe('The regular price.'),
    sale_price: minor.describe('The sale price; `0` if there is none.'),
    image: url.describe('The URL of the picture.'),
    on_sale: flag.describe('Whether the product is on sale now.'),
    type: text.describe('The type of the product.'),
  })
  .meta({ id: 'CoCartCrossSell' });

export const CoCartCart = z
  .strictObject({
    ...cartMembers({
      coupon: CoCartCoupon,
      shipping: CoCartShipping,
      removedItem: CoCartRemovedItem,
      crossSell: CoCartCrossSell,
    }),
    items: z.array(CoCartItem).describe('The items.'),
    items_weight: text.describe('The weight in the unit of the store; `0` if there is none.'),
    fees: phpMap(z.record(text, CoCartFee)).describe('The fees by ID.'),
    taxes: phpMap(z.record(text, CoCartTax)).describe('The taxes by rate code.'),
    totals: z
      .strictObject(shared.tenTotals(amountText))
      .meta({ id: 'CoCartTotals' })
      .describe('The totals of the cart, as text in minor units.'),
    notices: phpMap(shared.CartNotices).describe('Notices for the shopper, by kind.'),
    extensions: z
      .record(text, z.json())
      .optional()
      .describe('The data of cart extensions, if the shop has any.'),
  })
  .meta({ id: 'CoCartCart' });

const CoCartMiniCart = miniCart(z.array(shared.miniItem).describe('The items in short form.')).meta({
  id: 'CoCartMiniCart',
});

/** Schemas of the v2 answers about a cart. */
export const cartSchemas = cartViews({
  cart: CoCartCart,
  item: CoCartItem,
  items: phpMap(z.record(shared.itemKey, CoCartItem)),
  mini: CoCartMiniCart,
  removedItem: CoCartRemovedItem,
  crossSell: CoCartCrossSell,
  coupon: CoCartCoupon,
  rates: ShippingRates,
});
