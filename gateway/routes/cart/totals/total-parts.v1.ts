import { z } from 'zod';
import type { CartTotals } from '#contracts/cart.ts';
import { flag } from '../../../routing/parameters.ts';
import { type CartRoute, cartRoute } from '../cart-route.ts';

const query = z.object({
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
    query,
    errors: [],
    command: () => null,
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
  query,
  errors: [],
  command: () => null,
  view: ({ cart }, { query: { html: formatted } }) => ({
    name: 'couponTotalsV1',
    data: { cart, formatted },
  }),
});

export const totalPartRoutesV1: readonly CartRoute[] = [...amountRoutes, couponTotalsRoute];
