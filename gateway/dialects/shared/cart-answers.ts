import { allTotals } from './cart-totals.ts';
import type { Views } from './views.ts';

/**
 * Presenters of cart answers that are equal in all dialects. A body that is only a number or a sentence is
 * that JSON value, without an object around it.
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
