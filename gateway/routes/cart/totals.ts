import { z } from 'zod';
import type { CartTotals } from '#contracts/cart.ts';
import { refusal } from '#platform/errors/errors.ts';
import { say } from '#platform/sentences/say.ts';
import { flag } from '../../routing/parameters.ts';
import type { CartOutcome, Route } from '../../routing/route.ts';
import type { Dialect } from '../../views/shared/dialect.ts';
import type { ViewOf } from '../../views/shared/views.ts';
import { cartRoute } from './cart-route.ts';
import { cartView, wholeCart, wholeCartAnswers } from './cart-views.ts';
import { destinationFields, givenDestination, wholeAddress } from './shipping.ts';

const TotalsQuery = z.object({
  html: flag().default(false).describe('Formats totals with currency symbol and separators.'),
});

/**
 * GET /v2/cart/totals: returns the fifteen totals as decimal text on every mount, or as formatted text with
 * `html`.
 */
const readTotalsRoute = cartRoute({
  method: 'GET',
  path: '/v2/cart/totals',
  summary: 'The totals of the cart',
  answers: { cartTotals: '' },
  query: TotalsQuery,
  errors: ['service_cart_totals_empty'],
  view(outcome, input) {
    if (outcome.cart.totals.total === 0) throw refusal('service_cart_totals_empty', {});
    const view = cartView(outcome, input);
    return { name: 'cartTotals', data: input.query.html ? { ...view, amounts: 'formatted' as const } : view };
  },
});

const CalculateBody = z.object({
  ...destinationFields,
  return_totals: flag().default(false).describe('Returns only the totals.'),
});

/**
 * POST /v2/cart/calculate: sets the destination if the request contains an address. Otherwise changes
 * nothing, because the totals in every answer are calculated anew anyway.
 */
const calculateCartRoute = cartRoute({
  method: 'POST',
  path: '/v2/cart/calculate',
  summary: 'Calculate the cart, optionally for an address',
  answers: { ...wholeCartAnswers, cartTotals: 'with `return_totals=true`' },
  body: CalculateBody,
  strictBody: wholeAddress(CalculateBody),
  sends: ['set-destination'],
  command: ({ body }) => givenDestination(body),
  view: (outcome, input) =>
    input.body.return_totals
      ? { name: 'cartTotals', data: cartView(outcome, input) }
      : wholeCart(outcome, input),
});

/**
 * Returns the view of the totals.
 *
 * @throws ServiceError `service_cart_totals_empty` if the total is 0 and the dialect's `emptyTotals` is
 * `refused`
 */
function totalsOf(
  { cart }: CartOutcome,
  formatted: boolean,
  { emptyTotals }: Dialect,
): ViewOf<'cartTotalsV1'> {
  if (cart.totals.total === 0 && emptyTotals === 'refused') throw refusal('service_cart_totals_empty', {});
  return { name: 'cartTotalsV1', data: { cart, formatted } };
}

/** GET /v1/totals: returns the fifteen totals as numbers in major units, or as formatted text with `html`. */
const readTotalsRouteV1 = cartRoute({
  method: 'GET',
  path: '/v1/totals',
  summary: 'The totals of the cart',
  answers: { cartTotalsV1: '' },
  pictures: false,
  query: TotalsQuery,
  errors: ['service_cart_totals_empty'],
  view: (outcome, { query, dialect }) => totalsOf(outcome, query.html, dialect),
});

/** POST /v1/calculate: changes nothing, because the totals in every answer are calculated anew anyway. */
const calculateCartRouteV1 = cartRoute({
  method: 'POST',
  path: '/v1/calculate',
  summary: 'Calculate the cart',
  answers: { cartSentence: '', cartTotalsV1: 'with `return=true`' },
  pictures: false,
  body: z.object({ return: flag().default(false).describe('Returns the totals.') }),
  errors: ['service_cart_totals_empty'],
  view: (outcome, { body, dialect }) =>
    body.return
      ? totalsOf(outcome, false, dialect)
      : { name: 'cartSentence', data: { text: say('done.totals') } },
});

const AmountQuery = z.object({
  html: flag().default(false).describe('Formats amounts with currency symbol and separators.'),
});

/** Paths below `/v1/totals`, each with the name of a total and the summary of the route. */
const amounts = [
  ['discount', 'discount', 'What coupons take off the cart'],
  ['discount/coupon-tax', 'discountTax', 'The taxes that coupons take off the cart'],
  ['fee', 'fees', 'What the fees of the cart come to'],
  ['fee/tax', 'feesTax', 'The taxes on the fees of the cart'],
  ['shipping', 'shipping', 'What shipping the cart costs'],
  ['shipping/tax', 'shippingTax', 'The taxes on shipping the cart'],
  ['subtotal', 'subtotal', 'What the items of the cart come to before discounts'],
  ['subtotal/tax', 'subtotalTax', 'The taxes on the items of the cart before discounts'],
  ['tax', 'totalTax', 'All taxes on the cart'],
  ['total', 'total', 'Total of the cart'],
] as const satisfies readonly (readonly [path: string, total: keyof CartTotals, summary: string])[];

/**
 * GET /v1/totals/{discount, discount/coupon-tax, fee, fee/tax, shipping, shipping/tax, subtotal, subtotal/tax,
 * tax, total}: returns one total as a number in major units, or as formatted text with `html`.
 */
const amountRoutes = amounts.map(([path, total, summary]) =>
  cartRoute({
    method: 'GET',
    path: `/v1/totals/${path}`,
    summary,
    answers: { amountV1: '' },
    pictures: false,
    query: AmountQuery,
    view: ({ cart: { totals, currency } }, { query: { html: formatted } }) => ({
      name: 'amountV1',
      data: { amount: totals[total], currency, formatted },
    }),
  }),
);

/**
 * GET /v1/totals/discount/coupon-totals: returns the discount of each coupon as a map by coupon code, or `[]`
 * without coupons.
 */
const couponTotalsRoute = cartRoute({
  method: 'GET',
  path: '/v1/totals/discount/coupon-totals',
  summary: 'The discount of each coupon',
  answers: { couponTotalsV1: '' },
  pictures: false,
  query: AmountQuery,
  view: ({ cart }, { query: { html: formatted } }) => ({
    name: 'couponTotalsV1',
    data: { cart, formatted },
  }),
});

export const totalRoutes: readonly Route[] = [
  readTotalsRoute,
  calculateCartRoute,
  readTotalsRouteV1,
  calculateCartRouteV1,
  ...amountRoutes,
  couponTotalsRoute,
];
