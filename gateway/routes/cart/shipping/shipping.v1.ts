import { z } from 'zod';
import { refusal } from '#platform/errors/errors.ts';
import type { ViewOf } from '../../../dialects/shared/views.ts';
import { flag, text } from '../../../routing/parameters.ts';
import { type CartOutcome, cartRoute } from '../cart-route.ts';
import { ratesView, sentenceOf } from '../cart-views.ts';
import { chooseRateErrors, destinationErrors } from '../charge-errors.ts';
import { destinationFields, neededDestination } from './destination.ts';

const ofMethods = { path: '/v1/shipping-methods', pictures: false } as const;

function ratesOf(outcome: CartOutcome): ViewOf<'shippingRatesV1'> {
  return { name: 'shippingRatesV1', data: ratesView(outcome) };
}

/** GET /v1/shipping-methods: returns the shipping rates as a map by key. */
export const readShippingMethodsRouteV1 = cartRoute({
  ...ofMethods,
  method: 'GET',
  summary: 'The shipping rates of the cart',
  answers: { shippingRatesV1: '' },
  errors: ['service_shipping_not_calculated', 'service_no_shipping_methods'],
  command: () => null,
  view(outcome) {
    const { needsShipping, shipping } = outcome.cart;
    if (shipping.packages.length > 0) return ratesOf(outcome);
    const isWaiting = needsShipping && !shipping.calculated;
    throw refusal(isWaiting ? 'service_shipping_not_calculated' : 'service_no_shipping_methods', {});
  },
});

/** POST /v1/shipping-methods: chooses a shipping rate and returns `true`. */
export const setShippingMethodRouteV1 = cartRoute({
  ...ofMethods,
  method: 'POST',
  summary: 'Choose a shipping rate',
  answers: { doneV1: '' },
  body: z.object({ key: text(200).describe('The key of the shipping rate.') }),
  errors: chooseRateErrors,
  command: ({ body }) => ({ kind: 'choose-rate', rate: body.key, package: null }),
  view: () => ({ name: 'doneV1', data: null }),
});

/**
 * POST /v1/calculate/shipping: sets the destination of shipping. Returns a sentence, or the shipping rates with
 * `return_methods`.
 */
export const calculateShippingRouteV1 = cartRoute({
  method: 'POST',
  path: '/v1/calculate/shipping',
  summary: 'Set the shipping destination',
  answers: { cartSentence: '', shippingRatesV1: 'with `return_methods=true`' },
  pictures: false,
  body: z.object({
    ...destinationFields,
    return_methods: flag().default(false).describe('Returns the shipping rates.'),
  }),
  errors: destinationErrors,
  command: ({ body }) => neededDestination(body),
  view: (outcome, { body }) =>
    body.return_methods
      ? ratesOf(outcome)
      : { name: 'cartSentence', data: { text: sentenceOf(outcome, 'Shipping has been calculated.') } },
});
