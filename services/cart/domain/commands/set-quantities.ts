import type { Notice } from '#contracts/cart.ts';
import type { CommandOf } from '#contracts/cart-commands.ts';
import { refusal, ServiceError } from '#platform/errors/errors.ts';
import { type CommandRule, nothing } from '../command.ts';
import { lineWith } from '../lines/line-in-cart.ts';
import { isZero } from '../lines/quantity.ts';
import type { Applied, CartState } from '../state.ts';
import type { World } from '../world.ts';
import { setQuantity } from './set-quantity.ts';

/** One line set, or the sentence why it cannot be. */
function attempt(state: CartState, lineKey: string, quantity: string, world: World): Applied | string {
  try {
    const command = { kind: 'set-quantity', lineKey, quantity, variation: null, itemData: null } as const;
    return setQuantity.apply(state, command, world);
  } catch (error) {
    if (error instanceof ServiceError) return error.message;
    throw error;
  }
}

/** The lines that are named, each with the last quantity given; those that sink first, so that stock comes free. */
function wanted(state: CartState, quantities: CommandOf<'set-quantities'>['quantities']) {
  const byKey = new Map(quantities.map(({ lineKey, quantity }) => [lineKey, quantity]));
  const rises = ([lineKey, quantity]: readonly [string, string]) =>
    Number(quantity) > (lineWith(state.lines, lineKey)?.quantity ?? 0) ? 1 : 0;
  return [...byKey]
    .filter(([lineKey]) => lineWith(state.lines, lineKey))
    .sort((one, other) => rises(one) - rises(other));
}

/**
 * Gives several lines other quantities, 0 takes one out (docs/reference/cart.md#quantities-of-several-items). Keys that
 * are not in the cart are skipped; a line that cannot have its quantity stays as it is and is told of. Pure.
 *
 * @throws ServiceError `service_cart_empty` when the cart holds nothing and nothing was taken out
 */
function apply(before: CartState, { quantities }: CommandOf<'set-quantities'>, world: World): Applied {
  if (before.lines.length === 0 && before.removed.length === 0) throw refusal('service_cart_empty', {});
  const errors: Notice[] = [];
  const lineKeys: string[] = [];
  let state = before;
  for (const [lineKey, quantity] of wanted(before, quantities)) {
    const result = attempt(state, lineKey, quantity, world);
    if (typeof result === 'string') errors.push({ kind: 'error', text: result });
    else if (result.state !== state) {
      state = result.state;
      lineKeys.push(lineKey);
    }
  }
  const success: Notice = { kind: 'success', text: 'Cart updated successfully.' };
  return { state, lineKeys, notices: errors.length === 0 && state !== before ? [success] : errors };
}

export const setQuantities: CommandRule<CommandOf<'set-quantities'>> = {
  needs: nothing,
  mayBeStale: ({ quantities }) => quantities.every(({ quantity }) => isZero(quantity)),
  apply,
};
