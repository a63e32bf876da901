import type { Customer } from '#contracts/cart.ts';
import type { CartState } from '../state.ts';

/** How to reach somebody, which says nothing of the place. */
const contact = { phone: '', email: '' };

/** The members of an address that were given. */
function given<Address extends object>(address: Address): Partial<Address> {
  return Object.fromEntries(Object.entries(address).filter(([, text]) => text !== '')) as Partial<Address>;
}

/** Whether nothing of a place or a person was given. */
function isBlank(address: object): boolean {
  return Object.keys(given({ ...address, ...contact })).length === 0;
}

function shippedTo({ phone, email, ...address }: Customer['billing']): Customer['shipping'] {
  return address;
}

/**
 * A customer's cart with the account's own addresses, each where none was given to the cart; null where the account has
 * none. Without a shipping address of its own, the goods go to who is billed. Pure.
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
