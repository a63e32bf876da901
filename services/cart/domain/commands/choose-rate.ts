import type { CommandOf } from '#contracts/cart-commands.ts';
import { refusal } from '#platform/errors/errors.ts';
import { type Applied, always, type CommandContext, type CommandRule, noNeeds } from '../../model/command.ts';
import type { CartState } from '../../model/state.ts';
import { withChoice } from '../../shipping/domain/chosen-rate.ts';
import { isAddressKnown, type Package } from '../../shipping/domain/packages.ts';
import { calculate } from '../totals/calculation.ts';

type Command = CommandOf<'choose-rate'>;

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
function packageNamed(packages: readonly Package[], { package: text }: Command): Package | undefined {
  const name = text?.trim().toLowerCase() ?? '';
  const index = name === '' || name === 'default' ? '0' : name;
  return packages.find((one) => String(one.index) === index);
}

/**
 * Chooses a shipping rate of a package (docs/reference/coupons-and-shipping.md#choose-a-way-to-ship). Pure.
 *
 * @throws ServiceError `service_shipping_disabled` when the store does not ship, `service_shipping_missing_rate_id`,
 * `service_shipping_not_calculated` while the address is missing, `service_no_shipping_methods` if no method applies
 * to the destination, `service_shipping_method_incorrect` for an unknown rate of the package
 */
function apply(state: CartState, command: Command, context: CommandContext): Applied {
  if (!context.settings.shippingEnabled) throw refusal('service_shipping_disabled', {});
  const key = command.rate.trim();
  if (key === '') throw refusal('service_shipping_missing_rate_id', {});
  const named = packageNamed(packagesIn(state, context), command);
  const rate = named?.rates.find((one) => one.key === key);
  if (!named || !rate) throw refusal('service_shipping_method_incorrect', {});
  return {
    state: withChoice(state, named, key),
    lineKeys: [],
    notices: [{ kind: 'success', text: `Your order will be shipped by "${rate.label}".` }],
  };
}

export const chooseRate: CommandRule<Command> = {
  needs: noNeeds,
  mayBeStale: always,
  apply,
};
