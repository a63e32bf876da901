import type { Customer } from '#contracts/cart.ts';
import type { CommandOf } from '#contracts/cart-commands.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import { withTexts } from '../../customer/domain/address.ts';
import {
  type Applied,
  always,
  type CommandContext,
  type CommandRule,
  cartUpdated,
  noNeeds,
} from '../../model/command.ts';
import type { CartState } from '../../model/state.ts';

type Command = CommandOf<'update-customer'>;

/** Returns a billing address as a shipping address, without contact data. */
function mirrored({ phone, email, ...address }: Customer['billing']): Customer['shipping'] {
  return address;
}

/**
 * Returns the addresses with the command's valid texts, whether the shipping address may now differ from the billing
 * address, and notices about invalid texts.
 */
function updated(state: CartState, command: Command, settings: StoreSettings) {
  const { customer } = state;
  const billing = withTexts(customer.billing, command.billing, 'billing', settings);
  // If `shipElsewhere` is false, the command's texts of the shipping address are ignored.
  const texts = command.shipElsewhere === false ? {} : command.shipping;
  const shipping = withTexts(customer.shipping, texts, 'shipping', settings);
  const shipElsewhere = command.shipElsewhere ?? (shipping.stored > 0 || state.shipElsewhere);
  const hasChange = command.shipElsewhere !== null || billing.stored + shipping.stored > 0;
  const shippedTo = shipElsewhere || !hasChange ? shipping.address : mirrored(billing.address);
  return {
    kept: { customer: { billing: billing.address, shipping: shippedTo }, shipElsewhere },
    notices: [...billing.notices, ...shipping.notices],
  };
}

/**
 * Sets texts of the addresses (docs/reference/cart.md#addresses). Empty texts are ignored. An invalid text causes a
 * notice, and the old text stays. The shipping address is a copy of the billing address until the client sends a text
 * of the shipping address or sets `shipElsewhere`. Pure.
 */
function apply(state: CartState, command: Command, { settings }: CommandContext): Applied {
  const { kept, notices } = updated(state, command, settings);
  const before = { customer: state.customer, shipElsewhere: state.shipElsewhere };
  const isSame = JSON.stringify(kept) === JSON.stringify(before);
  return {
    state: isSame ? state : { ...state, ...kept },
    lineKeys: [],
    notices: notices.length > 0 ? notices : [{ kind: 'success', text: cartUpdated }],
  };
}

export const updateCustomer: CommandRule<Command> = {
  needs: noNeeds,
  mayBeStale: always,
  apply,
};
