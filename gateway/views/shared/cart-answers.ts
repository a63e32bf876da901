import { allTotals } from './cart-totals.ts';
import type { Views } from './views.ts';

/**
 * Presenters of cart answers that are equal in all dialects. The body of some answers is a plain number or
 * sentence instead of an object.
 */
export const cartAnswers = {
  cartTotals: allTotals,
  cartCount: ({ count }: Views['cartCount']) => count,
  cartCreated: ({ cart, text }: Views['cartCreated']) => ({ message: text, cart_key: cart.key }),
  cartSentence: ({ text }: Views['cartSentence']) => text,
  couponsValidated: ({ coupons }: Views['couponsValidated']) =>
    coupons.map(({ code, objection }) => ({
      coupon: code,
      valid: objection === null,
      reason: objection?.reason ?? '',
      message: objection?.sentence ?? '',
    })),
  itemStatus: ({ text, quantity }: Views['itemStatus']) => ({ message: text, quantity }),
};
