import type { CommandOf } from '#contracts/cart-commands.ts';
import { refusal } from '#platform/errors/errors.ts';
import { fromDecimalText } from '#platform/money/text.ts';
import { always, type CommandContext, type CommandRule, noNeeds } from '../../model/command.ts';
import { requireBelowLimit } from '../../model/limits.ts';
import { onOneLine } from '../customer/addresses.ts';

/** Returns the amount of a fee in minor units, negative for a deduction. @throws ServiceError */
function amountOf({ amount: text }: CommandOf<'add-fee'>, { settings }: CommandContext): number {
  if (text.trim() === '') throw refusal('service_fee_missing_amount', {});
  const amount = fromDecimalText(text, settings.currency.decimals);
  if (!amount) throw refusal('service_fee_cannot_add', {});
  return amount;
}

/**
 * Adds a fee with a unique name. `operations.ts` has already checked that the caller may set fees. Pure.
 *
 * @throws ServiceError `service_fee_missing_name`, `service_fee_missing_amount`; `service_fee_cannot_add` for an
 * invalid or zero amount; `service_fee_already_exists`; `service_cart_limit_exceeded`
 */
export const addFee: CommandRule<CommandOf<'add-fee'>> = {
  needs: noNeeds,
  mayBeStale: always,
  apply(state, command, context) {
    const name = onOneLine(command.name);
    if (name === '') throw refusal('service_fee_missing_name', {});
    const amount = amountOf(command, context);
    // An unknown tax class is accepted: a fee in a class without rates has no tax.
    const taxClass = command.taxClass.trim().toLowerCase();
    if (state.fees.some((fee) => fee.name.toLowerCase() === name.toLowerCase())) {
      throw refusal('service_fee_already_exists', { name });
    }
    requireBelowLimit(state.fees, 'fees');
    return {
      state: { ...state, fees: [...state.fees, { name, amount, taxable: command.taxable, taxClass }] },
      lineKeys: [],
      notices: [{ kind: 'success', code: 'fee_added', data: { name } }],
    };
  },
};

/**
 * Removes all fees (docs/reference/coupons-and-shipping.md#remove-the-fees). `operations.ts` has already checked that
 * the caller may set fees. Pure. @throws ServiceError `service_removing_fees_failed` for a cart without fees
 */
export const removeFees: CommandRule<CommandOf<'remove-fees'>> = {
  needs: noNeeds,
  mayBeStale: always,
  apply(state) {
    if (state.fees.length === 0) throw refusal('service_removing_fees_failed', {});
    return {
      state: { ...state, fees: [] },
      lineKeys: [],
      notices: [{ kind: 'success', code: 'fees_removed', data: {} }],
    };
  },
};
