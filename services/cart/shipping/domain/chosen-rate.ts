import { calculate } from '../../domain/totals/calculation.ts';
import { placeOf } from '../../domain/totals/tax-list.ts';
import type { CommandContext } from '../../model/command.ts';
import type { CartState } from '../../model/state.ts';
import { choiceHolds, localPickup, type Package } from './packages.ts';
import { zoneOf } from './zone.ts';

/** Returns whether the zone of the destination has several enabled shipping methods. False if shipping is disabled. */
function hasSeveralMethods({ customer }: CartState, { settings }: CommandContext): boolean {
  const zone = zoneOf(placeOf(customer.shipping, settings), settings.shippingZones);
  return settings.shippingEnabled && (zone?.methods.filter(({ enabled }) => enabled).length ?? 0) > 1;
}

/** Returns the state with a package's shipping rate chosen. Returns the same state if the rate was already chosen. */
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

/** Returns the state without chosen shipping rates. */
export function withoutChoice(state: CartState): CartState {
  return Object.keys(state.chosenRates).length === 0
    ? state
    : { ...state, chosenRates: {}, offeredRates: {} };
}

/**
 * Returns the state with its chosen shipping rate updated (docs/money.md, "Shipping"). A valid choice stays. Otherwise
 * the choice is removed, and the first rate applies, or free shipping if a coupon grants free shipping. If this rate
 * is pickup or not the first rate, it becomes the new choice.
 */
export function withKeptChoice(state: CartState, context: CommandContext): CartState {
  if (!hasSeveralMethods(state, context)) return state;
  const [first] = calculate(state, context).packages;
  if (!first) return state;
  const { chosen, rates } = first;
  if (choiceHolds(chosen, rates, state)) return state;
  const isDefault = chosen === rates[0] && chosen.methodId !== localPickup;
  return isDefault ? withoutChoice(state) : withChoice(state, first, chosen.key);
}
