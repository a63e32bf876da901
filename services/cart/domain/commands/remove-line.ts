import type { CommandOf } from '#contracts/cart-commands.ts';
import { refusal } from '#platform/errors/errors.ts';
import { type Applied, always, type CommandRule, noNeeds } from '../../model/command.ts';
import type { CartState, Line } from '../../model/state.ts';
import { lineWith, requireKey } from '../lines/line-in-cart.ts';
import { withRemoved } from '../lines/removed-lines.ts';

/** Moves a line of a cart to the removed lines, so that the shopper can restore the line. */
export function withoutLine(state: CartState, line: Line): Applied {
  const lines = state.lines.filter((one) => one !== line);
  return {
    state: { ...state, lines, removed: withRemoved(state.removed, line) },
    lineKeys: [line.key],
    notices: [{ kind: 'success', text: `"${line.name}" has been removed from your cart.` }],
  };
}

/**
 * Removes a line, which stays with all its data in the removed lines (docs/reference/cart.md#remove-an-item). Pure.
 *
 * @throws ServiceError `service_cart_item_key_required`; `service_no_items` when the cart has no lines and no removed
 * lines; `service_item_not_in_cart`, whose message says whether the line was removed before
 */
function apply(state: CartState, { lineKey }: CommandOf<'remove-line'>): Applied {
  requireKey(lineKey);
  const line = lineWith(state.lines, lineKey);
  if (line) return withoutLine(state, line);
  if (state.lines.length === 0 && state.removed.length === 0) throw refusal('service_no_items', {});
  const before = lineWith(state.removed, lineKey);
  throw refusal(
    'service_item_not_in_cart',
    {},
    before && { message: `"${before.name}" has been removed from your cart already.` },
  );
}

export const removeLine: CommandRule<CommandOf<'remove-line'>> = {
  needs: noNeeds,
  mayBeStale: always,
  apply,
};
