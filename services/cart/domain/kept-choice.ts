import type { CartState } from './state.ts';
import { reckon } from './totals/reckoning.ts';
import { holds, localPickup, type Package } from './totals/shipping/packages.ts';
import { zoneOf } from './totals/shipping/zone.ts';
import { placeOf } from './totals/tax/place.ts';
import type { World } from './world.ts';

/** Whether there may be more than one way to ship to the customer. */
function mayChoose({ customer }: CartState, { settings }: World): boolean {
  const zone = zoneOf(placeOf(customer.shipping, settings), settings.shippingZones);
  return settings.shippingEnabled && (zone?.methods.filter(({ enabled }) => enabled).length ?? 0) > 1;
}

/** The state with a rate chosen among those that its package has now. The same state where that was chosen already. */
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

/** The state without any choice of a way to ship. */
export function withoutChoice(state: CartState): CartState {
  return Object.keys(state.chosenRates).length === 0
    ? state
    : { ...state, chosenRates: {}, offeredRates: {} };
}

/**
 * The state with the way to ship that counts (docs/money.md, "Shipping"): a choice that holds no longer ends; to pick up,
 * and what a coupon made free, stays chosen though nobody asked for it.
 */
export function withKeptChoice(state: CartState, world: World): CartState {
  if (!mayChoose(state, world)) return state;
  const [first] = reckon(state, world).packages;
  if (!first) return state;
  const { chosen, rates } = first;
  if (holds(chosen, rates, state)) return state;
  const isUsual = chosen === rates[0] && chosen.methodId !== localPickup;
  return isUsual ? withoutChoice(state) : withChoice(state, first, chosen.key);
}
