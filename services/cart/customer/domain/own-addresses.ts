import type { Customer } from '#contracts/cart.ts';
import type { CartState } from '../../domain/state.ts';

/** The contact members, which say nothing about the place. */
const contact = { phone: '', email: '' };

/** Returns the members of an address that were given. */
function given<Address extends object>(address: Address): Partial<Address> {
  return Object.fromEntries(Object.entries(address).filter(([, text]) => text !== '')) as Partial<Address>;
}

/** Returns whether all members are empty. */
function isBlank(address: object): boolean {
  return Object.keys(given({ ...address, ...contact })).length === 0;
}

function shippedTo({ phone, email, ...address }: Customer['billing']): Customer['shipping'] {
  return address;
}

/**
 * Returns a customer's cart with the account's addresses, each if the cart has none; null means that the account has
 * none. Without a shipping address, shipping follows the billing address. Pure.
 */
export function withOwnAddresses(state: CartState, own: Customer | null): CartState {
  if (state.prefilled) return state;
  const { billing, shipping } = state.customer;
  if (!own) return { ...state, prefilled: true };
  const billed = isBlank(billing)
    ? { ...own.billing, ...given(billing) }
    : {
        ...billing,
        ...given({
          ...contact,
          phone: billing.phone || own.billing.phone,
          email: billing.email || own.billing.email,
        }),
      };
  const elsewhere = !isBlank(own.shipping) && isBlank(shipping);
  const goesTo = elsewhere ? own.shipping : isBlank(shipping) ? shippedTo(billed) : shipping;
  const isElsewhere = elsewhere && JSON.stringify(given(goesTo)) !== JSON.stringify(given(shippedTo(billed)));
  return {
    ...state,
    prefilled: true,
    customer: { billing: billed, shipping: goesTo },
    shipElsewhere: state.shipElsewhere || isElsewhere,
  };
}
