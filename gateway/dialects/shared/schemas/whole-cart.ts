import { z } from 'zod';
import { CartCustomer, miniTotals, plainCart } from './cart-members.ts';
import { CartCurrency } from './currency.ts';

/** Schemas of a cart's entries, in the form of a dialect. */
interface Entries<Coupon, Shipping, Removed, CrossSell> {
  readonly coupon: Coupon;
  readonly shipping: Shipping;
  readonly removedItem: Removed;
  readonly crossSell: CrossSell;
}

const currency = CartCurrency.describe('The format of amounts.');

/** Members of a whole cart that all dialects name alike. */
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

/** The small cart, with its items as the dialect lists them. */
export function miniCart<Items extends z.ZodType>(items: Items) {
  return z.strictObject({ ...plainCart, currency, items, totals: miniTotals });
}

/** Schemas of the answers about a cart of v2, by view. */
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
