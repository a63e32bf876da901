import type { Customer } from '#contracts/cart.ts';
import type { CartState } from '../../model/state.ts';

type Address = Customer['shipping'];

/** Members of an address that are meaningful only together, unlike names and contact data. */
const place = [
  'company',
  'address1',
  'address2',
  'city',
  'state',
  'postcode',
  'country',
] as const satisfies readonly (keyof Address)[];

function isSame(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

/** Returns whether each member in `place` is empty in the address `own` or equal in both addresses. */
function isWithin(own: Address, other: Address): boolean {
  return place.every((name) => own[name] === '' || isSame(own[name], other[name]));
}

/**
 * Returns an address with empty members filled from another address. The members in `place` are filled only
 * if each of these members is empty in `own` or equal in both addresses.
 */
function completed<Of extends Address>(own: Of, other: Of): Of {
  const keepsPlace = !isWithin(own, other);
  const isKept = (name: string) => keepsPlace && (place as readonly string[]).includes(name);
  const entries = Object.entries(own).map(([name, text]) => {
    const otherText = (other as unknown as Readonly<Record<string, string>>)[name] ?? '';
    return [name, text === '' && !isKept(name) ? otherText : text];
  });
  return Object.fromEntries(entries) as Of;
}

/**
 * Returns a customer's addresses with empty members filled from a guest's addresses. Texts of the customer do
 * not change. While the addresses of the customer's account are not known, nothing is filled. Pure.
 */
export function mergedAddresses(
  own: CartState,
  guest: CartState,
): Pick<CartState, 'customer' | 'shipElsewhere'> {
  const { customer, shipElsewhere, prefilled } = own;
  if (!prefilled) return { customer, shipElsewhere };
  const hasNoPlace = place.every((name) => customer.shipping[name] === '');
  return {
    customer: {
      billing: completed(customer.billing, guest.customer.billing),
      shipping: completed(customer.shipping, guest.customer.shipping),
    },
    shipElsewhere: shipElsewhere || (hasNoPlace && guest.shipElsewhere),
  };
}
