import { z } from 'zod';
import { refusal } from '#platform/errors/errors.ts';
import { flag } from '../../../routing/parameters.ts';
import { cartRoute } from '../cart-route.ts';
import { cartView, wholeCart, wholeCartAnswers } from '../cart-views.ts';
import { destinationErrors } from '../charge-errors.ts';
import { destinationFields, givenDestination } from '../shipping/destination.ts';

/**
 * GET /v2/cart/totals: returns the fifteen totals as decimal text on every mount, or as formatted text with
 * `html`.
 */
export const readTotalsRoute = cartRoute({
  method: 'GET',
  path: '/v2/cart/totals',
  summary: 'The totals of the cart',
  answers: { cartTotals: '' },
  query: z.object({
    html: flag().default(false).describe('Formats totals with currency symbol and separators.'),
  }),
  errors: ['service_cart_totals_empty'],
  command: () => null,
  view(outcome, input) {
    if (outcome.cart.totals.total === 0) throw refusal('service_cart_totals_empty', {});
    const view = cartView(outcome, input);
    return { name: 'cartTotals', data: input.query.html ? { ...view, amounts: 'formatted' as const } : view };
  },
});

/**
 * POST /v2/cart/calculate: sets the destination if the request contains an address. Otherwise changes
 * nothing, because the totals in every answer are calculated anew anyway.
 */
export const calculateCartRoute = cartRoute({
  method: 'POST',
  path: '/v2/cart/calculate',
  summary: 'Calculate the cart, optionally for an address',
  answers: { ...wholeCartAnswers, cartTotals: 'with `return_totals=true`' },
  body: z.object({
    ...destinationFields,
    return_totals: flag().default(false).describe('Returns only the totals.'),
  }),
  errors: destinationErrors,
  command: ({ body }) => givenDestination(body),
  view: (outcome, input) =>
    input.body.return_totals
      ? { name: 'cartTotals', data: cartView(outcome, input) }
      : wholeCart(outcome, input),
});
