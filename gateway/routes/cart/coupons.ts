import { z } from 'zod';
import { validateCoupons } from '#contracts/cart-charges.ts';
import { refusal } from '#platform/errors/errors.ts';
import { say } from '#platform/sentences/say.ts';
import { keyHeaders } from '../../http/answer.ts';
import { missingParameters } from '../../routing/check.ts';
import { email, idText } from '../../routing/parameters.ts';
import type { Request } from '../../routing/request.ts';
import { type Route, route } from '../../routing/route.ts';
import { contactFields } from './add-items.ts';
import { cartRoute } from './cart-route.ts';
import { sentenceOf, wholeCart, wholeCartAnswers } from './cart-views.ts';

/**
 * Schema of a coupon code. A code may consist of digits, so the JSON body may contain the code as a number.
 */
const couponCode = idText(200);

/**
 * Body of a request to apply a coupon. SDKs send the code as `coupon`
 * (docs/reference/coupons-and-shipping.md#apply-a-coupon).
 */
const ApplyCouponBody = z.object({
  code: couponCode.optional().describe('The code of the coupon.'),
  coupon: couponCode.optional().describe('The same as `code`.'),
  email: contactFields.email.describe(
    'The e-mail address of the customer, for coupons restricted to e-mail addresses.',
  ),
});
/** POST /v2/cart/apply-coupon: applies a coupon and returns the whole cart. */
const applyCouponRoute = cartRoute({
  method: 'POST',
  path: '/v2/cart/apply-coupon',
  summary: 'Apply a coupon to the cart',
  answers: wholeCartAnswers,
  body: ApplyCouponBody,
  sends: ['apply-coupon'],
  command({ body: { code: named, coupon, email: address = null } }) {
    const code = named || (coupon ?? named);
    if (code === undefined) throw missingParameters(['code']);
    return { kind: 'apply-coupon', code, email: address };
  },
  view: wholeCart,
});

/** DELETE /v2/cart/coupons/{code}: removes a coupon. */
const removeCouponRoute = cartRoute({
  method: 'DELETE',
  path: '/v2/cart/coupons/:code',
  summary: 'Remove a coupon from the cart',
  answers: wholeCartAnswers,
  params: z.object({ code: z.string().max(200).describe('The code of the coupon.') }),
  sends: ['remove-coupon'],
  command: ({ params }) => ({ kind: 'remove-coupon', code: params.code }),
  view: wholeCart,
});

/** DELETE /v2/cart/coupons: removes all coupons. */
const removeCouponsRoute = cartRoute({
  method: 'DELETE',
  path: '/v2/cart/coupons',
  summary: 'Remove all coupons from the cart',
  answers: wholeCartAnswers,
  sends: ['remove-coupon'],
  command: () => ({ kind: 'remove-coupon', code: null }),
  view: wholeCart,
});

const ofCoupon = { path: '/v1/coupon', pictures: false } as const;
const CouponBody = z.object({ coupon: couponCode.describe('The code of the coupon.') });

/** POST /v1/coupon: applies a coupon and returns a message. */
const applyCouponRouteV1 = cartRoute({
  ...ofCoupon,
  method: 'POST',
  summary: 'Apply a coupon to the cart',
  answers: { couponChangedV1: '' },
  body: CouponBody,
  sends: ['apply-coupon'],
  command: ({ body }) => ({ kind: 'apply-coupon', code: body.coupon, email: null }),
  view: (outcome, { body: { coupon: code } }) => ({
    name: 'couponChangedV1',
    data: { code, text: sentenceOf(outcome, 'done.coupon_applied') },
  }),
});

/** DELETE /v1/coupon: removes a coupon and returns a message. */
const removeCouponRouteV1 = cartRoute({
  ...ofCoupon,
  method: 'DELETE',
  summary: 'Remove a coupon from the cart',
  answers: { couponChangedV1: '' },
  body: CouponBody,
  sends: ['remove-coupon'],
  command: ({ body }) => ({ kind: 'remove-coupon', code: body.coupon }),
  view: (outcome, { body: { coupon: code } }) => ({
    name: 'couponChangedV1',
    data: { code, text: sentenceOf(outcome, 'done.coupon_removed') },
  }),
});

/**
 * Returns whether each coupon of the cart is valid. Unlike a read of the cart, the operation `validateCoupons`
 * does not remove invalid coupons.
 *
 * @throws ServiceError `service_cart_no_coupons_applied`
 */
async function validatedCoupons(
  email: string | undefined,
  request: Request,
): Promise<z.output<(typeof validateCoupons)['reply']>> {
  const validated = await request.ask(validateCoupons, { email: email ?? null });
  if (validated.coupons.length === 0) throw refusal('service_cart_no_coupons_applied', {});
  return validated;
}

/**
 * GET /v2/cart/coupons/validate: returns whether each coupon is valid for the billing e-mail address or for a
 * given address. A batch cannot contain this route, because the route has no cart command.
 */
const validateCouponsRoute = route({
  method: 'GET',
  path: '/v2/cart/coupons/validate',
  summary: 'Whether the coupons of the cart are valid',
  answers: { 200: { couponsValidated: '' } },
  kind: 'cart',
  query: z.object({
    email: email().optional().describe('An e-mail address to check instead of the billing e-mail address.'),
  }),
  errors: ['service_cart_error', 'service_cart_no_coupons_applied'],
  async handle(request) {
    const { query } = request;
    const data = await validatedCoupons(query.email, request);
    return { view: { name: 'couponsValidated', data }, headers: keyHeaders(request.cartKey) };
  },
});

/**
 * GET /v1/check-coupons: returns a sentence if all coupons are valid, otherwise an error with the invalid
 * coupons. A batch cannot contain this route, because the route has no cart command.
 */
const checkCouponsRouteV1 = route({
  method: 'GET',
  path: '/v1/check-coupons',
  summary: 'Whether the coupons of the cart are valid',
  answers: { 200: { cartSentence: '' } },
  kind: 'cart',
  errors: ['service_cart_error', 'service_cart_no_coupons_applied', 'service_coupons_expired'],
  async handle(request) {
    const { coupons } = await validatedCoupons(undefined, request);
    const invalid = coupons.filter(({ objection }) => objection !== null).map(({ code }) => code);
    if (invalid.length > 0) throw refusal('service_coupons_expired', { coupons: invalid });
    const text = say('done.coupons_valid');
    return { view: { name: 'cartSentence', data: { text } }, headers: keyHeaders(request.cartKey) };
  },
});

export const couponRoutes: readonly Route[] = [
  applyCouponRoute,
  removeCouponRoute,
  removeCouponsRoute,
  applyCouponRouteV1,
  removeCouponRouteV1,
];
/** Routes that check the coupons without a cart command. A batch cannot contain them. */
export const couponCheckRoutes: readonly Route[] = [validateCouponsRoute, checkCouponsRouteV1];
