import { z } from 'zod';
import { cartRoute } from '../cart-route.ts';
import { wholeCart, wholeCartAnswers } from '../cart-views.ts';
import { applyCouponErrors, removeCouponErrors } from '../charge-errors.ts';
import { applyCouponCommand, applyCouponFields } from './coupon-body.ts';

/** GET /v2/cart/coupons: returns the list `coupons` of the cart. */
export const readCouponsRoute = cartRoute({
  method: 'GET',
  path: '/v2/cart/coupons',
  summary: 'The coupons of the cart',
  answers: { coupons: '' },
  errors: [],
  command: () => null,
  view: ({ cart }) => ({ name: 'coupons', data: { cart } }),
});

/** POST /v2/cart/apply-coupon: applies a coupon and returns the whole cart. */
export const applyCouponRoute = cartRoute({
  method: 'POST',
  path: '/v2/cart/apply-coupon',
  summary: 'Apply a coupon to the cart',
  answers: wholeCartAnswers,
  body: z.object(applyCouponFields),
  errors: applyCouponErrors,
  command: ({ body }) => applyCouponCommand(body),
  view: wholeCart,
});

/** DELETE /v2/cart/coupons/{code}: removes a coupon. */
export const removeCouponRoute = cartRoute({
  method: 'DELETE',
  path: '/v2/cart/coupons/:code',
  summary: 'Remove a coupon from the cart',
  answers: wholeCartAnswers,
  params: z.object({ code: z.string().max(200).describe('The code of the coupon.') }),
  errors: removeCouponErrors,
  command: ({ params }) => ({ kind: 'remove-coupon', code: params.code }),
  view: wholeCart,
});

/** DELETE /v2/cart/coupons: removes all coupons. */
export const removeCouponsRoute = cartRoute({
  method: 'DELETE',
  path: '/v2/cart/coupons',
  summary: 'Remove all coupons from the cart',
  answers: wholeCartAnswers,
  errors: removeCouponErrors,
  command: () => ({ kind: 'remove-coupon', code: null }),
  view: wholeCart,
});
