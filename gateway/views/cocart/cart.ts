import type { Cart, CartLine } from '#contracts/cart.ts';
import { decimalNumber } from '#platform/money/text.ts';
import * as members from '../shared/cart-members.ts';
import { miniCart, miniItem } from '../shared/cart-mini.ts';
import { totalText } from '../shared/cart-totals.ts';
import { cartCurrency } from '../shared/currency.ts';
import type { Links } from '../shared/links.ts';
import { phpMap } from '../shared/php-map.ts';
import type { CartView, Views } from '../shared/views.ts';
import { coupons, fees, shipping, taxes } from './charges.ts';
import { priceText } from './prices.ts';

/** Returns CoCart's ten totals of a cart. By default, the totals are text in minor units. */
function totals({ cart: { totals: all, currency }, amounts }: CartView) {
  const text = totalText(currency, amounts, 'minor');
  return {
    subtotal: text(all.subtotal),
    subtotal_tax: text(all.subtotalTax),
    fee_total: text(all.fees),
    fee_tax: text(all.feesTax),
    discount_total: text(all.discount),
    discount_tax: text(all.discountTax),
    shipping_total: text(all.shipping),
    shipping_tax: text(all.shippingTax),
    total: text(all.total),
    total_tax: text(all.totalTax),
  };
}

function dimensions({ dimensions: { length, width, height } }: CartLine, unit: string) {
  return length || width || height ? { length, width, height, unit } : [];
}

/**
 * Returns a cart line with CoCart's mixed units: by default, `price` and `totals.subtotal` are text in minor
 * units. The other totals are numbers in major units (docs/reference/README.md#dialects).
 */
function item(line: CartLine, { cart, pictures, amounts }: CartView, links: Links) {
  const { currency, dimensionUnit } = cart;
  const text = totalText(currency, amounts, 'minor');
  const number = (amount: number) => decimalNumber(amount, currency.decimals);
  return {
    item_key: line.key,
    id: members.lineId(line),
    name: line.name,
    title: line.title,
    price: text(line.unitPrice),
    quantity: members.lineQuantity(line),
    totals: {
      subtotal: text(line.subtotal),
      subtotal_tax: number(line.subtotalTax),
      total: number(line.total),
      tax: number(line.tax),
    },
    slug: line.slug,
    meta: {
      product_type: line.type,
      sku: line.sku,
      dimensions: dimensions(line, dimensionUnit),
      weight: members.lineWeight(line),
      variation: phpMap(line.variation),
    },
    backorders: members.backorderText(line),
    cart_item_data: phpMap(members.lineData(line)),
    featured_image: pictures ? links.picture(line.thumbnail) || links.placeholder : '',
  };
}

function items(view: CartView, links: Links) {
  return view.cart.lines.map((line) => item(line, view, links));
}

/**
 * Returns the removed lines, which the shopper can restore. Each entry has the same members as a line in the
 * cart, and also `product_id` and `variation_id`. Its `quantity` is a plain number.
 */
export function removedItems(view: Views['removedItems'], links: Links) {
  return view.cart.removed.map((line) => ({
    ...item(line, view, links),
    product_id: line.productId,
    variation_id: line.variationId,
    quantity: line.quantity,
  }));
}

/** Returns the cross-sells of a cart. A missing price is the text `0`. */
export function crossSells({ cart }: Views['crossSells'], links: Links) {
  return cart.crossSells.map(({ id, name, slug, type, price, regular, sale, onSale, image }) => ({
    id,
    name,
    title: name,
    slug,
    price: priceText(price),
    regular_price: priceText(regular),
    sale_price: priceText(sale),
    image: links.picture(image) || links.placeholder,
    on_sale: onSale,
    type,
  }));
}

/**
 * Returns the customer's addresses. If an address has neither country nor state, its state is the store's
 * default state, such as `CA`.
 */
function withAssumedStates({ customer: { billing, shipping }, assumedStates }: Cart): Cart['customer'] {
  return {
    billing: { ...billing, state: billing.state || assumedStates.billing },
    shipping: { ...shipping, state: shipping.state || assumedStates.shipping },
  };
}

/** Returns the cart in the form of CoCart 4.x: `items` is a list, and empty maps are `[]`. */
export function cartV2(view: Views['cartV2'], links: Links) {
  const { cart } = view;
  return {
    cart_hash: members.hash(cart),
    cart_key: cart.key,
    currency: cartCurrency(cart.currency),
    customer: members.customer(withAssumedStates(cart)),
    items: items(view, links),
    item_count: cart.itemCount,
    items_weight: String(cart.weight),
    coupons: coupons(view),
    needs_payment: cart.needsPayment,
    needs_shipping: cart.needsShipping,
    shipping: shipping(cart),
    fees: fees(cart),
    taxes: taxes(cart),
    totals: totals(view),
    removed_items: removedItems(view, links),
    cross_sells: crossSells(view, links),
    notices: phpMap(members.notices(cart.notices)),
    // CoCart has no member `extensions`, so the cart has this member only if an extension has stored data.
    ...(Object.keys(cart.extensions).length > 0 && { extensions: cart.extensions }),
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

/**
 * Returns the lines as a map by line key, for requests that read only the lines. In the whole cart, the lines
 * are a list (docs/reference/README.md#dialects).
 */
export function cartItems(view: Views['cartItems'], links: Links) {
  return phpMap(Object.fromEntries(items(view, links).map((one) => [one.item_key, one])));
}

/** Returns the mini cart, whose lines are a list. */
export function cartMini(view: Views['cartMini'], links: Links) {
  const whole = cartV2(view, links);
  return miniCart(whole, whole.items.map(miniItem));
}
