import type { Cart, CartLine, Customer, Notice } from '#contracts/cart.ts';

/**
 * These functions return members of a cart that are equal in all dialects (docs/reference/cart.md#the-cart).
 */

/** Returns the billing and the shipping address of the customer. */
export function customer({ billing, shipping }: Customer) {
  return {
    billing_address: {
      billing_first_name: billing.firstName,
      billing_last_name: billing.lastName,
      billing_company: billing.company,
      billing_country: billing.country,
      billing_address_1: billing.address1,
      billing_address_2: billing.address2,
      billing_postcode: billing.postcode,
      billing_city: billing.city,
      billing_state: billing.state,
      billing_phone: billing.phone,
      billing_email: billing.email,
    },
    shipping_address: {
      shipping_first_name: shipping.firstName,
      shipping_last_name: shipping.lastName,
      shipping_company: shipping.company,
      shipping_country: shipping.country,
      shipping_address_1: shipping.address1,
      shipping_address_2: shipping.address2,
      shipping_postcode: shipping.postcode,
      shipping_city: shipping.city,
      shipping_state: shipping.state,
    },
  };
}

/**
 * Returns the hash of the cart's lines and total. For an empty cart, returns the sentence that CoCart returns
 * (docs/reference/rules.md#item-keys-and-the-cart-hash).
 */
export function hash(cart: Pick<Cart, 'hash'>): string {
  return cart.hash || 'No items in cart so no hash';
}

/** Returns the quantity of a line, with the smallest and largest quantity that the shopper may buy. */
export function lineQuantity({ quantity, minPurchase, maxPurchase }: CartLine) {
  return { value: quantity, min_purchase: minPurchase, max_purchase: maxPurchase };
}

/** Returns the id of the line's variation. Returns the id of the product if the line has no variation. */
export function lineId({ productId, variationId }: CartLine): number {
  return variationId || productId;
}

/**
 * Returns the weight of a whole line as text, or `0.0` if the product has no weight
 * (docs/reference/cart.md#the-item).
 */
export function lineWeight({ weight }: CartLine): string {
  return weight || '0.0';
}

/** Names of the members of a WooCommerce cart line. Item data with one of these names is not shown. */
const platformMembers = new Set([
  'key',
  'product_id',
  'variation_id',
  'variation',
  'quantity',
  'data',
  'data_hash',
  'line_tax_data',
  'line_subtotal',
  'line_subtotal_tax',
  'line_total',
  'line_tax',
]);

function isEmpty(value: unknown): boolean {
  if (value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/**
 * Returns the item data of a line (docs/reference/cart.md#the-item). Empty values, and data named like a
 * member of WooCommerce's cart line, are left out.
 */
export function lineData({ itemData }: CartLine): CartLine['itemData'] {
  const shown = Object.entries(itemData).filter(
    ([name, value]) => !platformMembers.has(name) && !isEmpty(value),
  );
  return Object.fromEntries(shown);
}

export function backorderText({ onBackorder }: CartLine): string {
  return onBackorder ? 'Available on backorder' : '';
}

/**
 * Returns the notices by kind, in the order in which the kinds first appear. Kinds without notices are left
 * out.
 */
export function notices(all: readonly Notice[]): Record<string, string[]> {
  const kinds: Record<string, string[]> = {};
  for (const { kind, text } of all) {
    kinds[kind] ??= [];
    kinds[kind].push(text);
  }
  return kinds;
}
