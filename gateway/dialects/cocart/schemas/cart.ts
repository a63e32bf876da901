import { z } from 'zod';
import * as shared from '../../shared/schemas/cart-members.ts';
import { amountText, flag, minor, phpMap, text, url, whole } from '../../shared/schemas/texts.ts';
import { cartMembers, cartViews, miniCart } from '../../shared/schemas/whole-cart.ts';
import { freeShippingCoupon } from '../charges.ts';

const number = z.number();

export const CoCartItem = z
  .strictObject({
    ...shared.plainItem,
    price: amountText.describe('The price of one, in minor units.'),
    totals: z
      .strictObject({
        subtotal: amountText.describe('Before discounts, without tax, as text in minor units.'),
        subtotal_tax: number.describe('The tax on that, in major units.'),
        total: number.describe('After discounts, without tax, in major units.'),
        tax: number.describe('The tax on that, in major units.'),
      })
      .describe('Total of the item.'),
    meta: shared.itemMeta(phpMap(shared.dimensions), phpMap(z.record(text, text))),
    cart_item_data: phpMap(z.record(text, z.json())).describe('The data that came with the item.'),
  })
  .meta({ id: 'CoCartItem' });

const CoCartRemovedItem = CoCartItem.extend({
  product_id: whole.describe('The ID of the product.'),
  variation_id: whole.describe('The ID of the variation; 0 for none.'),
  quantity: whole.describe('How many there were.'),
}).meta({ id: 'CoCartRemovedItem' });

const CoCartShippingRate = shared.rateWithItems(minor).meta({ id: 'CoCartShippingRate' });
const ShippingRates = phpMap(z.record(text, CoCartShippingRate)).describe('Ways to ship by their keys.');
const shipping = shared.shippingMembers(ShippingRates);
const CoCartShipping = z
  .strictObject({
    ...shipping.members,
    packages: phpMap(shipping.packages).describe('The packages: `default`, then `1`, `2` and so on.'),
  })
  .meta({ id: 'CoCartShipping' });

const CoCartCoupon = shared
  .couponMember(minor.or(z.literal(freeShippingCoupon)))
  .meta({ id: 'CoCartCoupon' });

const CoCartFee = z
  .strictObject({
    name: text.describe('The name.'),
    fee: minor.describe('Total, in minor units.'),
  })
  .meta({ id: 'CoCartFee' });

const CoCartTax = z
  .strictObject({
    name: text.describe('The name of the tax.'),
    price: minor.describe('Total, in minor units.'),
  })
  .meta({ id: 'CoCartTax' });

const CoCartCrossSell = z
  .strictObject({
    id: whole.describe('The ID.'),
    name: text.describe('The name.'),
    title: text.describe('The name.'),
    slug: text.describe('The slug.'),
    price: minor.describe('The price that holds now, in minor units; `0` without one.'),
    regular_price: minor.describe('The price without a sale.'),
    sale_price: minor.describe('The price of the sale; `0` without one.'),
    image: url.describe('The address of the picture.'),
    on_sale: flag.describe('Whether the sale holds now.'),
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
    items_weight: text.describe('The weight in the unit of the store; `0.0` without one.'),
    fees: phpMap(z.record(text, CoCartFee)).describe('The fees by their IDs.'),
    taxes: phpMap(z.record(text, CoCartTax)).describe('The taxes by the codes of their rates.'),
    totals: z
      .strictObject(shared.tenTotals(amountText))
      .meta({ id: 'CoCartTotals' })
      .describe('Total of the cart, as text in minor units.'),
    notices: phpMap(shared.CartNotices).describe('Sentences for the shopper, by their kind.'),
    extensions: z
      .record(text, z.json())
      .optional()
      .describe('What extensions of the shop say of the cart, if there are any.'),
  })
  .meta({ id: 'CoCartCart' });

const CoCartMiniCart = miniCart(z.array(shared.miniItem).describe('The items in short.')).meta({
  id: 'CoCartMiniCart',
});

/** Answers about a cart of v2. */
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
