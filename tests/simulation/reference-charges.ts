import { coupons, rates } from './goods.ts';
import { type Done, type Of, type ReferenceCart, refuse, type Shelf } from './reference-state.ts';

/** Whether something of the cart is shipped: what is gone from the shelf is not. */
function isShipped({ lines }: ReferenceCart, shelf: Shelf): boolean {
  return [...lines.values()].some(({ productId }) => shelf.has(productId));
}

/** The way to ship that counts: the chosen one, else the first; none where nothing is shipped. */
export function shownRate(cart: ReferenceCart, shelf: Shelf): string {
  return isShipped(cart, shelf) ? cart.rate || (rates[0] as string) : '';
}

/**
 * An individual coupon replaces the others and takes none beside it; one of a share needs a line (docs/money.md;
 * docs/reference/coupons-and-shipping.md#apply-a-coupon). What else coupons ask for, those of the tests do not.
 */
export function applyCoupon(cart: ReferenceCart, { code: text }: Of<'apply-coupon'>): Done {
  const code = text.trim().toLowerCase();
  if (code === '') refuse('service_coupon_code_required');
  const coupon = coupons.get(code) ?? refuse('service_coupon_not_exist');
  const isAlone = cart.coupons.some((held) => coupons.get(held)?.individualUse);
  if (cart.coupons.includes(code) || (isAlone && !coupon.individualUse)) refuse('service_coupon_cannot_add');
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

/** Everything is shipped in the same ways wherever it goes. */
export function chooseRate(cart: ReferenceCart, { rate }: Of<'choose-rate'>, shelf: Shelf): Done {
  if (!isShipped(cart, shelf)) refuse('service_no_shipping_methods');
  if (!rates.includes(rate)) refuse('service_shipping_method_incorrect');
  return { cart: cart.rate === rate ? cart : { ...cart, rate }, lineKeys: [] };
}

/** The tests name one country, and postcodes only that are none. */
export function setDestination(cart: ReferenceCart, { city, postcode }: Of<'set-destination'>): Done {
  if (postcode !== '') refuse('service_invalid_postcode');
  return { cart: cart.city === city ? cart : { ...cart, city }, lineKeys: [] };
}
