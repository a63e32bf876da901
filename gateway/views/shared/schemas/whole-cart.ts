import { z } from 'zod';
import { CartCustomer, miniTotals, plainCart } from './cart-members.ts';
import { CartCurrency } from './currency.ts';

/** Schemas of the parts of a cart that differ between dialects. */
interface Entries<Coupon, Shipping, Removed, CrossSell> {
  readonly coupon: Coupon;
  readonly shipping: Shipping;
  readonly removedItem: Removed;
  readonly crossSell: CrossSell;
}

const currency = CartCurrency.describe('The format of amounts.');

/** Returns the schemas of the members of a whole cart that have the same names in all dialects. */
export function cartMembers<
  Coupon extends z.ZodType,
  Shipping extends z.ZodType,
  Removed extends z.ZodType,
  CrossSell extends z.ZodType,
>({ coupon, shipping, removedItem, crossSell }: Entries<Coupon, Shipping, Removed, CrossSell>) {
  return {
    ...plainCart,
    currency,
    customer: CartCustomer.describe('The addresses of the customer.'),
    coupons: z.array(coupon).describe('The coupons with their discounts.'),
    shipping: shipping.describe('The shipping of the cart.'),
    removed_items: z.array(removedItem).describe('The removed items that can be restored.'),
    cross_sells: z.array(crossSell).describe('The cross-sells of the cart.'),
  };
}

/** Returns the schema of the mini cart. `items` is the dialect's schema of its list or map of items. */
export function miniCart<Items extends z.ZodType>(items: Items) {
  return z.strictObject({ ...plainCart, currency, items, totals: miniTotals });
}

/** Returns the schema of each view of v2 cart answers. */
export function cartViews({
  cart,
  item,
  items,
  mini,
  removedItem,
  crossSell,
  coupon,
  rates,
}: Readonly<
  Record<'cart' | 'item' | 'items' | 'mini' | 'removedItem' | 'crossSell' | 'coupon' | 'rates', z.ZodType>
>) {
  return {
    cartV2: cart,
    cartItemV2: item,
    cartItemListV2: z.array(item),
    cartItems: items.describe('The items by key.'),
    cartMini: mini,
    removedItems: z.array(removedItem),
    crossSells: z.array(crossSell),
    coupons: z.array(coupon),
    shippingRates: rates,
  };
}
