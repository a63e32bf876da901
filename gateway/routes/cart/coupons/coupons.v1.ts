import { z } from 'zod';
import { refusal } from '#platform/errors/errors.ts';
import { keyHeaders } from '../../../identity/guest-key.ts';
import { route } from '../../../routing/route.ts';
import { cartRoute } from '../cart-route.ts';
import { sentenceOf } from '../cart-views.ts';
import { applyCouponErrors, removeCouponErrors } from '../charge-errors.ts';
import { couponCode } from './coupon-body.ts';
import { validatedCoupons } from './validated-coupons.ts';

const ofCoupon = { path: '/v1/coupon', pictures: false } as const;
const CouponBody = z.object({ coupon: couponCode.describe('The code of the coupon.') });

/** GET /v1/coupon: returns a list of the cart's coupon codes. */
export const readCouponsRouteV1 = cartRoute({
  ...ofCoupon,
  method: 'GET',
  summary: 'The coupons of the cart',
  answers: { couponCodesV1: '' },
  errors: [],
  command: () => null,
  view: ({ cart }) => ({ name: 'couponCodesV1', data: { cart } }),
});

/** POST /v1/coupon: applies a coupon and returns a message. */
export const applyCouponRouteV1 = cartRoute({
  ...ofCoupon,
  method: 'POST',
  summary: 'Apply a coupon to the cart',
  answers: { couponChangedV1: '' },
  body: CouponBody,
  errors: applyCouponErrors,
  command: ({ body }) => ({ kind: 'apply-coupon', code: body.coupon, email: null }),
  view: (outcome, { body: { coupon: code } }) => ({
    name: 'couponChangedV1',
    data: { code, text: sentenceOf(outcome, 'The coupon is in your cart.') },
  }),
});

/** DELETE /v1/coupon: removes a coupon and returns a message. */
export const removeCouponRouteV1 = cartRoute({
  ...ofCoupon,
  method: 'DELETE',
  summary: 'Remove a coupon from the cart',
  answers: { couponChangedV1: '' },
  body: CouponBody,
  errors: removeCouponErrors,
  command: ({ body }) => ({ kind: 'remove-coupon', code: body.coupon }),
  view: (outcome, { body: { coupon: code } }) => ({
    name: 'couponChangedV1',
    data: { code, text: sentenceOf(outcome, 'The coupon is not in your cart any more.') },
  }),
});

/**
 * GET /v1/check-coupons: returns a sentence if all coupons are valid, otherwise an error with the invalid
 * coupons. A batch cannot contain this route, because the route has no cart command.
 */
export const checkCouponsRouteV1 = route({
  method: 'GET',
  path: '/v1/check-coupons',
  summary: 'Whether the coupons of the cart are valid',
  answers: { 200: { cartSentence: '' } },
  kind: 'cart',
  errors: ['service_cart_error', 'service_cart_no_coupons_applied', 'service_coupons_expired'],
  async handle(_input, call) {
    const { coupons } = await validatedCoupons(undefined, call);
    const invalid = coupons.filter(({ objection }) => objection !== null).map(({ code }) => code);
    if (invalid.length > 0) throw refusal('service_coupons_expired', { coupons: invalid });
    const text = 'All coupons of your cart are good.';
    return { view: { name: 'cartSentence', data: { text } }, headers: keyHeaders(call.cartKey) };
  },
});
