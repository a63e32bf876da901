import type { Notice } from '#contracts/cart.ts';
import type { CommandOf } from '#contracts/cart-commands.ts';
import { refusal, ServiceError } from '#platform/errors/errors.ts';
import {
  type Applied,
  type CommandContext,
  type CommandRule,
  cartUpdated,
  noNeeds,
} from '../../model/command.ts';
import type { CartState } from '../../model/state.ts';
import { lineWith } from '../lines/line-in-cart.ts';
import { isZero } from '../lines/quantity.ts';
import { setQuantity } from './set-quantity.ts';

/** Returns the cart with one line changed, or the message of the refusal. */
function attempt(
  state: CartState,
  lineKey: string,
  quantity: string,
  context: CommandContext,
): Applied | string {
  try {
    const command = { kind: 'set-quantity', lineKey, quantity, variation: null, itemData: null } as const;
    return setQuantity.apply(state, command, context);
  } catch (error) {
    if (error instanceof ServiceError) return error.message;
    throw error;
  }
}

/**
 * Returns the keys of lines in the cart, each with the last quantity that the command has for this key. Lowered
 * quantities come first, because a lowered line frees stock for other lines.
 */
function wanted(state: CartState, quantities: CommandOf<'set-quantities'>['quantities']) {
  const byKey = new Map(quantities.map(({ lineKey, quantity }) => [lineKey, quantity]));
  const rises = ([lineKey, quantity]: readonly [string, string]) =>
    Number(quantity) > (lineWith(state.lines, lineKey)?.quantity ?? 0) ? 1 : 0;
  return [...byKey]
    .filter(([lineKey]) => lineWith(state.lines, lineKey))
    .sort((one, other) => rises(one) - rises(other));
}

/**
 * Sets the quantities of several lines; 0 removes a line (docs/reference/cart.md#quantities-of-several-items).
 * Unknown keys are skipped. A line whose new quantity is refused stays unchanged and causes a notice. Pure.
 *
 * @throws ServiceError `service_cart_empty` when the cart has no lines and no removed lines
 */
function apply(
  before: CartState,
  { quantities }: CommandOf<'set-quantities'>,
  context: CommandContext,
): Applied {
  if (before.lines.length === 0 && before.removed.length === 0) throw refusal('service_cart_empty', {});
  const errors: Notice[] = [];
  const lineKeys: string[] = [];
  let state = before;
  for (const [lineKey, quantity] of wanted(before, quantities)) {
    const result = attempt(state, lineKey, quantity, context);
    if (typeof result === 'string') errors.push({ kind: 'error', text: result });
    else if (result.state !== state) {
      state = result.state;
      lineKeys.push(lineKey);
    }
  }
  const success: Notice = { kind: 'success', text: cartUpdated };
  return { state, lineKeys, notices: errors.length === 0 && state !== before ? [success] : errors };
}

export const setQuantities: CommandRule<CommandOf<'set-quantities'>> = {
  needs: noNeeds,
  mayBeStale: ({ quantities }) => quantities.every(({ quantity }) => isZero(quantity)),
  apply,
};
