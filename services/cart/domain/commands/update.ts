import type { CommandOf } from '#contracts/cart-commands.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import { refusal, ServiceError } from '#platform/errors/errors.ts';
import { always, type CommandContext, type CommandRule, noNeeds } from '../../model/command.ts';
import { answerOf, type CartExtension, type ExtensionAnswer, ownNamespaces } from '../../model/extension.ts';
import { requireFittingExtension } from '../../model/limits.ts';
import type { CartState } from '../../model/state.ts';
import { isBlank, shippedTo, withTexts } from '../customer/addresses.ts';

/**
 * Sets texts of the addresses (docs/reference/cart.md#addresses). Empty texts are ignored. An invalid text causes a
 * notice, and the old text stays. The shipping address is a copy of the billing address until the client sends a text
 * of the shipping address or sets `shipElsewhere`. Pure.
 */
export const updateCustomer: CommandRule<CommandOf<'update-customer'>> = {
  needs: noNeeds,
  mayBeStale: always,
  apply(state, command, { settings }) {
    const { kept, notices } = updated(state, command, settings);
    const before = { customer: state.customer, shipElsewhere: state.shipElsewhere };
    const isSame = JSON.stringify(kept) === JSON.stringify(before);
    return {
      state: isSame ? state : { ...state, ...kept },
      lineKeys: [],
      notices: notices.length > 0 ? notices : [{ kind: 'success', code: 'cart_updated', data: {} }],
    };
  },
};

/**
 * Returns the addresses with the command's valid texts, whether the shipping address may now differ from the billing
 * address, and notices about invalid texts.
 */
function updated(state: CartState, command: CommandOf<'update-customer'>, settings: StoreSettings) {
  const { customer } = state;
  const billing = withTexts(customer.billing, command.billing, 'billing', settings);
  // If `shipElsewhere` is false, the command's texts of the shipping address are ignored.
  const texts = command.shipElsewhere === false ? {} : command.shipping;
  const shipping = withTexts(customer.shipping, texts, 'shipping', settings);
  const shipElsewhere = command.shipElsewhere ?? (shipping.stored > 0 || state.shipElsewhere);
  const hasChange = command.shipElsewhere !== null || billing.stored + shipping.stored > 0;
  const shipTo = shipElsewhere || !hasChange ? shipping.address : shippedTo(billing.address);
  return {
    kept: { customer: { billing: billing.address, shipping: shipTo }, shipElsewhere },
    notices: [...billing.notices, ...shipping.notices],
  };
}

/**
 * Lets the cart take the account's addresses again if one of its own is empty (`withOwnAddresses`). Pure.
 */
export const refillCustomer: CommandRule<unknown> = {
  needs: noNeeds,
  mayBeStale: always,
  apply(state) {
    const { billing, shipping } = state.customer;
    const hasRoom = isBlank(billing) || isBlank(shipping);
    return {
      state: hasRoom && state.prefilled ? { ...state, prefilled: false } : state,
      lineKeys: [],
      notices: [],
    };
  },
};

/**
 * Passes data to an extension of the store, which decides what the cart stores
 * (docs/reference/cart.md#update-the-cart). Pure, as extensions must be.
 *
 * @throws ServiceError `service_update_cart_namespace_error` without a namespace and
 * `service_update_cart_no_namespace_error` for an unknown namespace; `service_cart_empty` when the cart has no lines
 * and no removed lines; `service_update_cart_invalid_callback_error` when the extension refuses or fails;
 * `service_cart_limit_exceeded` for a value over the limits of extensions
 */
export const extend: CommandRule<CommandOf<'extend'>> = {
  needs: noNeeds,
  mayBeStale: always,
  apply(state, { namespace, data }, context) {
    const extension = extensionNamed(namespace, context);
    if (state.lines.length === 0 && state.removed.length === 0) throw refusal('service_cart_empty', {});
    const { [namespace]: held, ...others } = state.extensions;
    // Only own properties count, since a namespace may be named like an inherited property, such as `constructor`.
    const before = Object.hasOwn(state.extensions, namespace) ? (held ?? null) : null;
    const { value, notice } = decided(extension, data, before);
    const isSame = JSON.stringify(value) === JSON.stringify(before);
    const extensions = value === null ? others : { ...others, [namespace]: value };
    return {
      state: isSame ? state : { ...state, extensions },
      lineKeys: [],
      notices: [
        notice === undefined
          ? { kind: 'success', code: 'cart_updated', data: {} }
          : { kind: 'success', text: notice },
      ],
    };
  },
};

/** Returns the extension of a namespace. @throws ServiceError with the known namespaces for an unknown namespace */
function extensionNamed(namespace: string, { extensions }: CommandContext): CartExtension {
  const extension = extensions.get(namespace);
  if (extension) return extension;
  const namespaces = [...ownNamespaces, ...extensions.keys()];
  throw namespace === ''
    ? refusal('service_update_cart_namespace_error', { namespaces })
    : refusal('service_update_cart_no_namespace_error', { namespaces });
}

type Kept = CartState['extensions'][string];

/** Returns the value and notice in an extension's answer. @throws ServiceError if the extension refuses or fails */
function decided(extension: CartExtension, data: CommandOf<'extend'>['data'], kept: Kept) {
  let answer: ExtensionAnswer;
  try {
    answer = answerOf(extension, data, kept);
  } catch (cause) {
    throw refusal('service_update_cart_invalid_callback_error', {}, { cause });
  }
  if ('refusal' in answer) {
    throw new ServiceError('service_update_cart_invalid_callback_error', {}, { text: answer.refusal });
  }
  requireFittingExtension(answer.value);
  return answer;
}
