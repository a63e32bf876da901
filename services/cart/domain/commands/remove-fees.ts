import type { CommandOf } from '#contracts/cart-commands.ts';
import { refusal } from '#platform/errors/errors.ts';
import { type Applied, always, type CommandRule, noNeeds } from '../../model/command.ts';
import type { CartState } from '../../model/state.ts';

/**
 * Removes all fees (docs/reference/coupons-and-shipping.md#remove-the-fees). `operations.ts` has already checked that
 * the caller may set fees. Pure. @throws ServiceError `service_removing_fees_failed` for a cart without fees
 */
function apply(state: CartState): Applied {
  if (state.fees.length === 0) throw refusal('service_removing_fees_failed', {});
  return {
    state: { ...state, fees: [] },
    lineKeys: [],
    notices: [{ kind: 'success', text: 'All fees have been removed from your cart.' }],
  };
}

export const removeFees: CommandRule<CommandOf<'remove-fees'>> = {
  needs: noNeeds,
  mayBeStale: always,
  apply,
};
