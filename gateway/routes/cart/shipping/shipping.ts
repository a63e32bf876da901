import { z } from 'zod';
import { missingParameters } from '../../../routing/checker.ts';
import { flag, idText, text } from '../../../routing/parameters.ts';
import { cartRoute } from '../cart-route.ts';
import { ratesView, wholeCart, wholeCartAnswers } from '../cart-views.ts';
import { chooseRateErrors, destinationErrors } from '../charge-errors.ts';
import { destinationFields, neededDestination } from './destination.ts';

/**
 * Body of a request that chooses a shipping rate. Clients may send the key of the rate under three names:
 * `rate_id` as in the reference, `key` as in the cart, or `method_key` as SDKs do.
 */
const SetShippingMethodBody = z.object({
  rate_id: text(200).optional().describe('The key of the shipping rate.'),
  key: text(200).optional().describe('The same as `rate_id`.'),
  method_key: text(200).optional().describe('The same as `rate_id`.'),
  package_id: idText(20).optional().describe('The package; by default the first.'),
});

/** POST /v2/cart/set-shipping-method: chooses a shipping rate. */
export const setShippingMethodRoute = cartRoute({
  method: 'POST',
  path: '/v2/cart/set-shipping-method',
  summary: 'Choose a shipping rate',
  answers: wholeCartAnswers,
  body: SetShippingMethodBody,
  errors: chooseRateErrors,
  command({ body: { rate_id, key, method_key, package_id = null } }) {
    const rate = rate_id ?? key ?? method_key;
    if (rate === undefined) throw missingParameters(['rate_id']);
    return { kind: 'choose-rate', rate, package: package_id };
  },
  view: wholeCart,
});

/**
 * POST /v2/cart/calculate/shipping: sets the destination of shipping. SDKs send this request with the
 * parameters of v1. With `return_methods`, the answer is the shipping rates instead of the cart.
 */
export const calculateShippingRoute = cartRoute({
  method: 'POST',
  path: '/v2/cart/calculate/shipping',
  summary: 'Set the shipping destination',
  answers: { ...wholeCartAnswers, shippingRates: 'with `return_methods=true`' },
  body: z.object({
    ...destinationFields,
    return_methods: flag().default(false).describe('Returns the shipping rates.'),
  }),
  errors: destinationErrors,
  command: ({ body }) => neededDestination(body),
  view: (outcome, input) =>
    input.body.return_methods
      ? { name: 'shippingRates', data: ratesView(outcome) }
      : wholeCart(outcome, input),
});
