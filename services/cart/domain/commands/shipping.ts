import type { CommandOf } from '#contracts/cart-commands.ts';
import { refusal } from '#platform/errors/errors.ts';
import { always, type CommandContext, type CommandRule, noNeeds } from '../../model/command.ts';
import type { CartState } from '../../model/state.ts';
import { destinationOf, isAddressKnown, placeOf } from '../customer/addresses.ts';
import { zoneOf } from '../shipping/zones.ts';
import { calculate } from '../totals/calculation.ts';
import { choiceHolds, localPickup, type Package } from '../totals/charges.ts';

/**
 * Chooses a shipping rate of a package (docs/reference/coupons-and-shipping.md#choose-a-way-to-ship). Pure.
 *
 * @throws ServiceError `service_shipping_disabled` when the store does not ship, `service_shipping_missing_rate_id`,
 * `service_shipping_not_calculated` while the address is missing, `service_no_shipping_methods` if no method applies
 * to the destination, `service_shipping_method_incorrect` for an unknown rate of the package
 */
export const chooseRate: CommandRule<CommandOf<'choose-rate'>> = {
  needs: noNeeds,
  mayBeStale: always,
  apply(state, command, context) {
    if (!context.settings.shippingEnabled) throw refusal('service_shipping_disabled', {});
    const key = command.rate.trim();
    if (key === '') throw refusal('service_shipping_missing_rate_id', {});
    const named = packageNamed(packagesIn(state, context), command);
    const rate = named?.rates.find((one) => one.key === key);
    if (!named || !rate) throw refusal('service_shipping_method_incorrect', {});
    return {
      state: withChoice(state, named, key),
      lineKeys: [],
      notices: [{ kind: 'success', code: 'rate_chosen', data: { label: rate.label } }],
    };
  },
};

/** Returns the packages of a cart. @throws ServiceError for a cart without packages */
function packagesIn(state: CartState, context: CommandContext): readonly Package[] {
  const { packages } = calculate(state, context);
  if (packages.length > 0) return packages;
  const { shippingHiddenUntilAddress: isHidden } = context.settings;
  throw isHidden && !isAddressKnown(state.customer.shipping)
    ? refusal('service_shipping_not_calculated', {})
    : refusal('service_no_shipping_methods', {});
}

/** Returns the package with the index that a command names. Without an index, or for `default`, returns the first. */
function packageNamed(
  packages: readonly Package[],
  { package: text }: CommandOf<'choose-rate'>,
): Package | undefined {
  const name = text?.trim().toLowerCase() ?? '';
  const index = name === '' || name === 'default' ? '0' : name;
  return packages.find((one) => String(one.index) === index);
}

/**
 * Sets the whole destination: members that the command lacks become empty. Without a separate shipping address, the
 * billing address is set too, as WooCommerce's shipping calculator does
 * (docs/reference/coupons-and-shipping.md#set-the-destination). Pure.
 *
 * @throws ServiceError `service_shipping_disabled` when the store does not ship, `rest_invalid_param` for an invalid
 * country, state or city, `service_invalid_postcode` for an invalid postcode
 */
export const setDestination: CommandRule<CommandOf<'set-destination'>> = {
  needs: noNeeds,
  mayBeStale: always,
  apply(state, command, context) {
    if (!context.settings.shippingEnabled) throw refusal('service_shipping_disabled', {});
    const place = destinationOf(command, context.settings);
    const { billing, shipping } = state.customer;
    const customer = {
      billing: state.shipElsewhere ? billing : { ...billing, ...place },
      shipping: { ...shipping, ...place },
    };
    const isSame = JSON.stringify(customer) === JSON.stringify(state.customer);
    return {
      state: isSame ? state : { ...state, customer },
      lineKeys: [],
      notices: [{ kind: 'success', code: 'shipping_updated', data: {} }],
    };
  },
};

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

/** Returns whether the zone of the destination has several enabled shipping methods. False if shipping is disabled. */
function hasSeveralMethods({ customer }: CartState, { settings }: CommandContext): boolean {
  const zone = zoneOf(placeOf(customer.shipping, settings), settings.shippingZones);
  return settings.shippingEnabled && (zone?.methods.filter(({ enabled }) => enabled).length ?? 0) > 1;
}

/** Returns the state with a package's shipping rate chosen. Returns the same state if the rate was already chosen. */
function withChoice(state: CartState, { index, rates }: Package, key: string): CartState {
  const offered = rates.map((rate) => rate.key);
  const { chosenRates, offeredRates } = state;
  if (chosenRates[index] === key && String(offeredRates[index]) === String(offered)) return state;
  return {
    ...state,
    chosenRates: { ...chosenRates, [index]: key },
    offeredRates: { ...offeredRates, [index]: offered },
  };
}

export function withoutChoice(state: CartState): CartState {
  return Object.keys(state.chosenRates).length === 0
    ? state
    : { ...state, chosenRates: {}, offeredRates: {} };
}
