import type { Customer } from '#contracts/cart.ts';
import type { CartState } from '../../model/state.ts';

/** Empty contact data. */
const contact = { phone: '', email: '' };

/** Returns the members of an address that are not empty. */
function given<Address extends object>(address: Address): Partial<Address> {
  return Object.fromEntries(Object.entries(address).filter(([, text]) => text !== '')) as Partial<Address>;
}

/** Returns whether an address is empty except for its contact data. */
function isBlank(address: object): boolean {
  return Object.keys(given({ ...address, ...contact })).length === 0;
}

function shippedTo({ phone, email, ...address }: Customer['billing']): Customer['shipping'] {
  return address;
}

/**
 * Adds the account's addresses `own` to a customer's cart, once for each cart (`prefilled`). An address in the
 * cart stays; only a missing phone number or e-mail is added. If neither the cart nor the account has a shipping
 * address, the billing address becomes the shipping address. `own` is null if the account does not exist. Pure.
 */
export function withOwnAddresses(state: CartState, own: Customer | null): CartState {
  if (state.prefilled) return state;
  const { billing, shipping } = state.customer;
  if (!own) return { ...state, prefilled: true };
  const billingAddress = isBlank(billing)
    ? { ...own.billing, ...given(billing) }
    : {
        ...billing,
        ...given({
          ...contact,
          phone: billing.phone || own.billing.phone,
          email: billing.email || own.billing.email,
        }),
      };
  const usesOwnShipping = !isBlank(own.shipping) && isBlank(shipping);
  const shippingAddress = usesOwnShipping
    ? own.shipping
    : isBlank(shipping)
      ? shippedTo(billingAddress)
      : shipping;
  const isElsewhere =
    usesOwnShipping &&
    JSON.stringify(given(shippingAddress)) !== JSON.stringify(given(shippedTo(billingAddress)));
  return {
    ...state,
    prefilled: true,
    customer: { billing: billingAddress, shipping: shippingAddress },
    shipElsewhere: state.shipElsewhere || isElsewhere,
  };
}
