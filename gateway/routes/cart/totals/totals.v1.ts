import { z } from 'zod';
import { refusal } from '#platform/errors/errors.ts';
import type { Dialect } from '../../../dialects/shared/dialect.ts';
import type { ViewOf } from '../../../dialects/shared/views.ts';
import { flag } from '../../../routing/parameters.ts';
import { type CartOutcome, cartRoute } from '../cart-route.ts';

/** POST /v1/clear: empties the cart. The removed lines cannot be restored. */
export const clearCartRouteV1 = cartRoute({
  method: 'POST',
  path: '/v1/clear',
  summary: 'Empty the cart',
  answers: { messageV1: '' },
  pictures: false,
  errors: [],
  command: () => ({ kind: 'clear', keepRemoved: false }),
  view: () => ({ name: 'messageV1', data: { text: 'Cart is cleared.' } }),
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
export const readTotalsRouteV1 = cartRoute({
  method: 'GET',
  path: '/v1/totals',
  summary: 'The totals of the cart',
  answers: { cartTotalsV1: '' },
  pictures: false,
  query: z.object({
    html: flag().default(false).describe('Formats totals with currency symbol and separators.'),
  }),
  errors: ['service_cart_totals_empty'],
  command: () => null,
  view: (outcome, { query }, dialect) => totalsOf(outcome, query.html, dialect),
});

/** POST /v1/calculate: changes nothing, because the totals in every answer are calculated anew anyway. */
export const calculateCartRouteV1 = cartRoute({
  method: 'POST',
  path: '/v1/calculate',
  summary: 'Calculate the cart',
  answers: { cartSentence: '', cartTotalsV1: 'with `return=true`' },
  pictures: false,
  body: z.object({ return: flag().default(false).describe('Returns the totals.') }),
  errors: ['service_cart_totals_empty'],
  command: () => null,
  view: (outcome, { body }, dialect) =>
    body.return
      ? totalsOf(outcome, false, dialect)
      : { name: 'cartSentence', data: { text: 'Cart totals have been calculated.' } },
});
