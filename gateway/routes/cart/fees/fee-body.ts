import type { z } from 'zod';
import type { CommandOf } from '#contracts/cart-commands.ts';
import { refusal } from '#platform/errors/errors.ts';
import type { Call } from '../../../routing/call.ts';
import { flag, signedAmount, text } from '../../../routing/parameters.ts';

/**
 * Members of a request to add a fee (docs/reference/coupons-and-shipping.md#add-a-fee). The cart service
 * checks that name and amount are not empty.
 */
export const feeFields = {
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
function requireFeeRight(call: Call): void {
  if (!call.setsFees) {
    throw refusal('service_not_allowed', {}, { message: 'You are not allowed to set the fees of a cart.' });
  }
}

/** Returns the command that adds a fee. @throws ServiceError `service_not_allowed` */
export function addFeeCommand(fee: Fee, call: Call): CommandOf<'add-fee'> {
  requireFeeRight(call);
  const { name, amount, taxable, tax_class: taxClass } = fee;
  return { kind: 'add-fee', name, amount, taxable, taxClass };
}

/** Returns the command that removes all fees. @throws ServiceError `service_not_allowed` */
export function removeFeesCommand(call: Call): CommandOf<'remove-fees'> {
  requireFeeRight(call);
  return { kind: 'remove-fees' };
}
