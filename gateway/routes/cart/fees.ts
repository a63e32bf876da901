import { z } from 'zod';
import type { CommandOf } from '#contracts/cart-commands.ts';
import { refusal } from '#platform/errors/errors.ts';
import { say } from '#platform/sentences/say.ts';
import { flag, signedAmount, text } from '../../routing/parameters.ts';
import type { Request } from '../../routing/request.ts';
import type { Route } from '../../routing/route.ts';
import { cartRoute } from './cart-route.ts';
import { sentenceOf, wholeCart, wholeCartAnswers } from './cart-views.ts';

/**
 * Members of a request to add a fee (docs/reference/coupons-and-shipping.md#add-a-fee). The cart service
 * checks that name and amount are not empty.
 */
const feeFields = {
  name: text(200).describe('The name of the fee.'),
  amount: signedAmount().describe('The amount in major units; a negative amount is a discount.'),
  taxable: flag().default(false).describe('Whether it is taxed.'),
  tax_class: text(200).default('').describe('The tax class; empty for the standard one.'),
};
type Fee = z.output<z.ZodObject<typeof feeFields>>;

/**
 * Refuses callers who may not set fees (docs/reference/coupons-and-shipping.md#add-a-fee).
 *
 * @throws ServiceError `service_not_allowed`
 */
function requireFeeRight(request: Request): void {
  if (!request.setsFees) {
    throw refusal('service_not_allowed', { reason: 'fees' });
  }
}

/** Returns the command that adds a fee. @throws ServiceError `service_not_allowed` */
function addFeeCommand(fee: Fee, request: Request): CommandOf<'add-fee'> {
  requireFeeRight(request);
  const { name, amount, taxable, tax_class: taxClass } = fee;
  return { kind: 'add-fee', name, amount, taxable, taxClass };
}

/** Returns the command that removes all fees. @throws ServiceError `service_not_allowed` */
function removeFeesCommand(request: Request): CommandOf<'remove-fees'> {
  requireFeeRight(request);
  return { kind: 'remove-fees' };
}

/** POST /v2/cart/add-fee: adds a fee. The caller must have a key pair with write permission. */
const addFeeRoute = cartRoute({
  method: 'POST',
  path: '/v2/cart/add-fee',
  summary: 'Add a fee to the cart',
  answers: wholeCartAnswers,
  body: z.object(feeFields),
  sends: ['add-fee'],
  command: (request) => addFeeCommand(request.body, request),
  view: wholeCart,
});

/** POST /v2/cart/remove-fees: removes all fees. The caller must have a key pair with write permission. */
const removeFeesRoute = cartRoute({
  method: 'POST',
  path: '/v2/cart/remove-fees',
  summary: 'Remove all fees from the cart',
  answers: wholeCartAnswers,
  sends: ['remove-fees'],
  command: removeFeesCommand,
  view: wholeCart,
});

const ofFees = { path: '/v1/fees', pictures: false } as const;

/** POST /v1/fees: adds a fee and returns a sentence. The caller must have a key pair with write permission. */
const addFeeRouteV1 = cartRoute({
  ...ofFees,
  method: 'POST',
  summary: 'Add a fee to the cart',
  answers: { cartSentence: '' },
  body: z.object(feeFields),
  sends: ['add-fee'],
  command: (request) => addFeeCommand(request.body, request),
  view: (outcome) => ({
    name: 'cartSentence',
    data: { text: sentenceOf(outcome, 'done.fee_added') },
  }),
});

/**
 * DELETE /v1/fees: removes all fees and returns a sentence. The caller must have a key pair with write
 * permission.
 */
const removeFeesRouteV1 = cartRoute({
  ...ofFees,
  method: 'DELETE',
  summary: 'Remove all fees from the cart',
  answers: { cartSentence: '' },
  sends: ['remove-fees'],
  command: removeFeesCommand,
  view: (outcome) => ({
    name: 'cartSentence',
    data: { text: sentenceOf(outcome, 'done.fees_removed') },
  }),
});

/** POST /v1/calculate/fees: changes nothing, because the fees in every answer are calculated anew anyway. */
const calculateFeesRouteV1 = cartRoute({
  method: 'POST',
  path: '/v1/calculate/fees',
  summary: 'Calculate the fees of the cart',
  answers: { cartSentence: '', feesV1: 'with `return=true`' },
  pictures: false,
  body: z.object({ return: flag().default(false).describe('Returns the fees.') }),
  view: ({ cart }, { body }) =>
    body.return
      ? { name: 'feesV1', data: { cart } }
      : { name: 'cartSentence', data: { text: say('done.fees') } },
});

export const feeRoutes: readonly Route[] = [
  addFeeRoute,
  removeFeesRoute,
  addFeeRouteV1,
  removeFeesRouteV1,
  calculateFeesRouteV1,
];
