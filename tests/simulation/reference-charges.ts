import { coupons, rates } from './goods.ts';
import { type AvailableProducts, type Done, type Of, type ReferenceCart, refuse } from './reference-state.ts';

/**
 * Returns whether the cart has an item that is shipped. In the tests, an item is shipped if its product is available,
 * because no product is virtual.
 */
function isShipped({ lines }: ReferenceCart, products: AvailableProducts): boolean {
  return [...lines.values()].some(({ productId }) => products.has(productId));
}

/** Returns the chosen shipping method of the cart, or else the first method; empty without items to ship. */
export function shownRate(cart: ReferenceCart, products: AvailableProducts): string {
  return isShipped(cart, products) ? cart.rate || (rates[0] as string) : '';
}

/**
 * Applies a coupon. A coupon that cannot be combined replaces all other coupons; a percent coupon needs a
 * line (docs/money.md; docs/reference/coupons-and-shipping.md#apply-a-coupon).
 */
export function applyCoupon(cart: ReferenceCart, { code: text }: Of<'apply-coupon'>): Done {
  const code = text.trim().toLowerCase();
  if (code === '') refuse('service_coupon_code_required');
  const coupon = coupons.get(code) ?? refuse('service_coupon_not_exist');
  const hasIndividual = cart.coupons.some((held) => coupons.get(held)?.individualUse);
  if (cart.coupons.includes(code)) refuse('service_coupon_cannot_add', { reason: 'applied' });
  if (hasIndividual && !coupon.individualUse) refuse('service_coupon_cannot_add', { reason: 'individual' });
  if (coupon.discountType === 'percent' && cart.lines.size === 0) {
    refuse('service_coupon_failed_to_apply', { reason: 'not_applicable' });
  }
  const kept = coupon.individualUse ? [] : cart.coupons;
  return { cart: { ...cart, coupons: [...kept, code] }, lineKeys: [] };
}

export function removeCoupon(cart: ReferenceCart, { code }: Of<'remove-coupon'>): Done {
  if (cart.coupons.length === 0) refuse('service_no_coupons_applied');
  const left = code === null ? [] : cart.coupons.filter((held) => held !== code);
  if (left.length === cart.coupons.length) refuse('service_cart_coupon_invalid_code');
  return { cart: { ...cart, coupons: left }, lineKeys: [] };
}

/** Chooses a shipping method. Every destination has the same methods. */
export function chooseRate(
  cart: ReferenceCart,
  { rate }: Of<'choose-rate'>,
  products: AvailableProducts,
): Done {
  if (!isShipped(cart, products)) refuse('service_no_shipping_methods');
  if (!rates.includes(rate)) refuse('service_shipping_method_incorrect');
  return { cart: cart.rate === rate ? cart : { ...cart, rate }, lineKeys: [] };
}

/**
 * Sets the city of the destination. In the tests, every postcode is invalid and the country is always the same.
 */
export function setDestination(cart: ReferenceCart, { city, postcode }: Of<'set-destination'>): Done {
  if (postcode !== '') refuse('service_invalid_postcode');
  return { cart: cart.city === city ? cart : { ...cart, city }, lineKeys: [] };
}
