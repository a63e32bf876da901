import type { CartLine } from '#contracts/cart.ts';
import { decimalNumber, decimalText, formatted } from '#platform/money/text.ts';
import * as members from '../shared/cart-members.ts';
import { miniCart, miniItem } from '../shared/cart-mini.ts';
import { allTotals } from '../shared/cart-totals.ts';
import { cartCurrency } from '../shared/currency.ts';
import type { Links } from '../shared/links.ts';
import type { CartView, Views } from '../shared/views.ts';
import { coupons, fees, shipping, taxes } from './charges.ts';

/** Returns a cart line. The price is formatted; the totals are numbers in major units. */
function item(line: CartLine, { cart, pictures }: CartView, links: Links) {
  const { currency, dimensionUnit } = cart;
  const number = (amount: number) => decimalNumber(amount, currency.decimals);
  return {
    item_key: line.key,
    id: members.lineId(line),
    name: line.name,
    title: line.title,
    price: formatted(line.unitPrice, currency),
    quantity: members.lineQuantity(line),
    totals: {
      subtotal: number(line.subtotal),
      subtotal_tax: number(line.subtotalTax),
      total: number(line.total),
      tax: number(line.tax),
    },
    slug: line.slug,
    meta: {
      product_type: line.type,
      sku: line.sku,
      dimensions: { ...line.dimensions, unit: dimensionUnit },
      weight: members.lineWeight(line),
      variation: line.variation,
    },
    backorders: members.backorderText(line),
    cart_item_data: members.lineData(line),
    featured_image: pictures ? links.picture(line.thumbnail) || links.placeholder : '',
  };
}

/** Returns the lines of the cart as a map by line key. */
function items(view: CartView, links: Links) {
  return Object.fromEntries(view.cart.lines.map((line) => [line.key, item(line, view, links)]));
}

/**
 * Returns the removed lines, which the shopper can restore (docs/reference/cart.md#removed-items). Each entry
 * has the same members as a line in the cart, and also `key` and `product_id`. Its `quantity` is a plain
 * number.
 */
export function removedItems(view: Views['removedItems'], links: Links) {
  return view.cart.removed.map((line) => ({
    ...item(line, view, links),
    key: line.key,
    product_id: line.productId,
    quantity: line.quantity,
    name: line.name,
  }));
}

/** Returns the cross-sells of a cart (docs/reference/cart.md#cross-sells). */
export function crossSells({ cart }: Views['crossSells'], links: Links) {
  const { decimals } = cart.currency;
  const text = (amount: number | null) => (amount === null ? '' : decimalText(amount, decimals));
  return cart.crossSells.map(({ id, name, slug, type, price, regular, sale, onSale, image }) => ({
    id,
    product_name: name,
    product_title: name,
    slug,
    type,
    price: text(price),
    regular_price: text(regular),
    sale_price: text(sale),
    on_sale: onSale,
    product_image: links.picture(image) || links.placeholder,
  }));
}

/** Returns the whole cart (docs/reference/cart.md#the-cart). */
export function cartV2(view: Views['cartV2'], links: Links) {
  const { cart } = view;
  return {
    cart_hash: members.hash(cart),
    cart_key: cart.key,
    currency: cartCurrency(cart.currency),
    customer: members.customer(cart.customer),
    items: items(view, links),
    item_count: cart.itemCount,
    items_weight: cart.weight,
    coupons: coupons(view),
    needs_payment: cart.needsPayment,
    needs_shipping: cart.needsShipping,
    shipping: shipping(cart),
    fees: fees(cart),
    taxes: taxes(cart),
    totals: allTotals(view),
    removed_items: removedItems(view, links),
    cross_sells: crossSells(view, links),
    notices: members.notices(cart.notices),
    extensions: cart.extensions,
  };
}

/** Returns one line, for a request that reads or changes a single line. */
export function cartItemV2(view: Views['cartItemV2'], links: Links) {
  return item(view.line, view, links);
}

/** Returns the changed lines, for a request with the parameter `return_items`. */
export function cartItemListV2(view: Views['cartItemListV2'], links: Links) {
  return view.lines.map((line) => item(line, view, links));
}

/** Returns only the lines of the cart, as a map by line key. */
export const cartItems = (view: Views['cartItems'], links: Links) => items(view, links);

/** Returns the mini cart, whose lines are a map by line key. */
export function cartMini(view: Views['cartMini'], links: Links) {
  const whole = cartV2(view, links);
  const lines = Object.values(whole.items).map((one) => [one.item_key, miniItem(one)]);
  return miniCart(whole, Object.fromEntries(lines));
}
