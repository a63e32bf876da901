import { z } from 'zod';
import type { ViewOf } from '../../../dialects/shared/views.ts';
import { flag } from '../../../routing/parameters.ts';
import { type CartOutcome, cartRoute } from '../cart-route.ts';
import { sentenceOf } from '../cart-views.ts';
import { addFeeErrors, removeFeesErrors } from '../charge-errors.ts';
import { addFeeCommand, feeFields, removeFeesCommand } from './fee-body.ts';

const ofFees = { path: '/v1/fees', pictures: false } as const;

function feesOf({ cart }: CartOutcome): ViewOf<'feesV1'> {
  return { name: 'feesV1', data: { cart } };
}

/** GET /v1/fees: returns the fees as a map by id, or `[]` without fees. */
export const readFeesRouteV1 = cartRoute({
  ...ofFees,
  method: 'GET',
  summary: 'The fees of the cart',
  answers: { feesV1: '' },
  errors: [],
  command: () => null,
  view: feesOf,
});

/** POST /v1/fees: adds a fee and returns a sentence. The caller must have a key pair with write permission. */
export const addFeeRouteV1 = cartRoute({
  ...ofFees,
  method: 'POST',
  summary: 'Add a fee to the cart',
  answers: { cartSentence: '' },
  body: z.object(feeFields),
  errors: addFeeErrors,
  command: ({ body }, call) => addFeeCommand(body, call),
  view: (outcome) => ({
    name: 'cartSentence',
    data: { text: sentenceOf(outcome, 'The fee is in the cart.') },
  }),
});

/**
 * DELETE /v1/fees: removes all fees and returns a sentence. The caller must have a key pair with write
 * permission.
 */
export const removeFeesRouteV1 = cartRoute({
  ...ofFees,
  method: 'DELETE',
  summary: 'Remove all fees from the cart',
  answers: { cartSentence: '' },
  errors: removeFeesErrors,
  command: (_input, call) => removeFeesCommand(call),
  view: (outcome) => ({
    name: 'cartSentence',
    data: { text: sentenceOf(outcome, 'There are no fees in the cart any more.') },
  }),
});

/** POST /v1/calculate/fees: changes nothing, because the fees in every answer are calculated anew anyway. */
export const calculateFeesRouteV1 = cartRoute({
  method: 'POST',
  path: '/v1/calculate/fees',
  summary: 'Calculate the fees of the cart',
  answers: { cartSentence: '', feesV1: 'with `return=true`' },
  pictures: false,
  body: z.object({ return: flag().default(false).describe('Returns the fees.') }),
  errors: [],
  command: () => null,
  view: (outcome, { body }) =>
    body.return
      ? feesOf(outcome)
      : { name: 'cartSentence', data: { text: 'The fees of the cart have been calculated.' } },
});
