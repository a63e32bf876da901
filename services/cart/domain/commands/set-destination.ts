import type { CommandOf } from '#contracts/cart-commands.ts';
import { refusal } from '#platform/errors/errors.ts';
import { destinationOf } from '../../customer/domain/destination.ts';
import { type Applied, always, type CommandContext, type CommandRule, noNeeds } from '../../model/command.ts';
import type { CartState } from '../../model/state.ts';

type Command = CommandOf<'set-destination'>;

/**
 * Sets the whole destination: members that the command lacks become empty. Without a separate shipping address, the
 * billing address is set too, as WooCommerce's shipping calculator does
 * (docs/reference/coupons-and-shipping.md#set-the-destination). Pure.
 *
 * @throws ServiceError `service_shipping_disabled` when the store does not ship, `rest_invalid_param` for an invalid
 * country, state or city, `service_invalid_postcode` for an invalid postcode
 */
function apply(state: CartState, command: Command, context: CommandContext): Applied {
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
    notices: [{ kind: 'success', text: 'Shipping costs updated.' }],
  };
}

export const setDestination: CommandRule<Command> = {
  needs: noNeeds,
  mayBeStale: always,
  apply,
};
