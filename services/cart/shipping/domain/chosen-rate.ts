import type { CommandContext } from '../../domain/command-context.ts';
import type { CartState } from '../../domain/state.ts';
import { calculate } from '../../domain/totals/calculation.ts';
import { placeOf } from '../../domain/totals/tax.ts';
import { choiceHolds, localPickup, type Package } from './packages.ts';
import { zoneOf } from './zone.ts';

/** Returns whether the customer may have a choice of shipping rates. */
function mayChoose({ customer }: CartState, { settings }: CommandContext): boolean {
  const zone = zoneOf(placeOf(customer.shipping, settings), settings.shippingZones);
  return settings.shippingEnabled && (zone?.methods.filter(({ enabled }) => enabled).length ?? 0) > 1;
}

/** Returns the state with a rate of its package chosen; the same state if it was chosen already. */
export function withChoice(state: CartState, { index, rates }: Package, key: string): CartState {
  const offered = rates.map((rate) => rate.key);
  const { chosenRates, offeredRates } = state;
  if (chosenRates[index] === key && String(offeredRates[index]) === String(offered)) return state;
  return {
    ...state,
    chosenRates: { ...chosenRates, [index]: key },
    offeredRates: { ...offeredRates, [index]: offered },
  };
}

/** Returns the state without a chosen shipping rate. */
export function withoutChoice(state: CartState): CartState {
  return Object.keys(state.chosenRates).length === 0
    ? state
    : { ...state, chosenRates: {}, offeredRates: {} };
}

/**
 * Returns the state with the rate that counts (docs/money.md, "Shipping"): a choice that no longer holds ends;
 * pickup, and a rate that a coupon made free, become the choice.
 */
export function withKeptChoice(state: CartState, context: CommandContext): CartState {
  if (!mayChoose(state, context)) return state;
  const [first] = calculate(state, context).packages;
  if (!first) return state;
  const { chosen, rates } = first;
  if (choiceHolds(chosen, rates, state)) return state;
  const isUsual = chosen === rates[0] && chosen.methodId !== localPickup;
  return isUsual ? withoutChoice(state) : withChoice(state, first, chosen.key);
}
