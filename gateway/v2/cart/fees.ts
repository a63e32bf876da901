import { z } from 'zod';
import { cartRoute } from '../../cart/cart-route.ts';
import { wholeCart, wholeCartAnswers } from '../../cart/cart-views.ts';
import { addFeeErrors, removeFeesErrors } from '../../cart/charge-errors.ts';
import { addFeeCommand, feeFields, removeFeesCommand } from '../../cart/fee-body.ts';

/** POST /v2/cart/add-fee: a fee is added, by a key pair that may write only. */
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

/** POST /v2/cart/remove-fees: all fees are taken off, by a key pair that may write only. */
export const removeFeesRoute = cartRoute({
  method: 'POST',
  path: '/v2/cart/remove-fees',
  summary: 'Remove all fees from the cart',
  answers: wholeCartAnswers,
  errors: removeFeesErrors,
  command: (_input, call) => removeFeesCommand(call),
  view: wholeCart,
});
