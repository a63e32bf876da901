import type { CommandOf } from '#contracts/cart-commands.ts';
import { type Applied, always, type CommandRule, noNeeds } from '../../model/command.ts';
import type { CartState } from '../../model/state.ts';

/** Returns whether clearing a cart would change nothing. */
function isClear({ lines, removed, coupons, fees, chosenRates, extensions }: CartState): boolean {
  const lists = [lines, removed, coupons, fees, Object.keys(chosenRates), Object.keys(extensions)];
  return lists.every(({ length }) => length === 0);
}

/**
 * Empties a cart: removes lines, coupons, fees, chosen shipping and data of extensions, but keeps the addresses
 * (docs/reference/cart.md#clear-the-cart). With `keepRemoved`, lines that were removed earlier can still be restored.
 * Lines that this command removes cannot be restored. Pure.
 */
function apply(state: CartState, { keepRemoved }: CommandOf<'clear'>): Applied {
  const removed = keepRemoved ? state.removed : [];
  const cleared = {
    ...state,
    lines: [],
    removed,
    coupons: [],
    fees: [],
    chosenRates: {},
    offeredRates: {},
    extensions: {},
  };
  return {
    state: isClear({ ...state, removed: keepRemoved ? [] : state.removed }) ? state : cleared,
    lineKeys: [],
    notices: [{ kind: 'notice', text: 'Your cart has been emptied.' }],
  };
}

export const clear: CommandRule<CommandOf<'clear'>> = {
  needs: noNeeds,
  mayBeStale: always,
  apply,
};
