import { z } from 'zod';
import { cartRoute } from '../cart-route.ts';
import { wholeCart, wholeCartAnswers } from '../cart-views.ts';
import { addFeeErrors, removeFeesErrors } from '../charge-errors.ts';
import { addFeeCommand, feeFields, removeFeesCommand } from './fee-body.ts';

/** POST /v2/cart/add-fee: adds a fee. The caller must have a key pair with write permission. */
export const addFeeRoute = cartRoute({
  method: 'POST',
  path: '/v2/cart/add-fee',
  summary: 'Add a fee to the cart',
  answers: wholeCartAnswers,
  body: z.object(feeFields),
  errors: addFeeErrors,
  command: ({ body }, call) => addFeeCommand(body, call),
  view: wholeCart,
});

/** POST /v2/cart/remove-fees: removes all fees. The caller must have a key pair with write permission. */
export const removeFeesRoute = cartRoute({
  method: 'POST',
  path: '/v2/cart/remove-fees',
  summary: 'Remove all fees from the cart',
  answers: wholeCartAnswers,
  errors: removeFeesErrors,
  command: (_input, call) => removeFeesCommand(call),
  view: wholeCart,
});
