import { z } from 'zod';
import type { Customer } from '#contracts/cart.ts';
import type { CommandOf } from '#contracts/cart-commands.ts';
import type { Parameters } from '../../../edge/body.ts';
import { checker } from '../../../routing/checker.ts';
import { flag, idText, members, text } from '../../../routing/parameters.ts';

type Kind = keyof Customer;

/**
 * Members that the billing and the shipping address have: the internal name for each public name
 * (docs/reference/cart.md#addresses).
 */
const both = {
  first_name: 'firstName',
  last_name: 'lastName',
  company: 'company',
  address_1: 'address1',
  address_2: 'address2',
  city: 'city',
  state: 'state',
  postcode: 'postcode',
  country: 'country',
} as const satisfies Record<string, keyof Customer['shipping']>;
/** Members that only the billing address has. */
const contact = { email: 'email', phone: 'phone' } as const;

function named(prefix: string, kind: Kind, given: Readonly<Record<string, string>>) {
  return Object.entries(given).map(([name, member]) => [prefix + name, { kind, member }] as const);
}

/**
 * For each public name: the member of an address. Names without a prefix or with `billing_` belong to the
 * billing address. Names with `s_` or `shipping_` belong to the shipping address.
 */
const memberOfName: ReadonlyMap<string, { readonly kind: Kind; readonly member: string }> = new Map([
  ...named('', 'billing', { ...both, ...contact }),
  ...named('billing_', 'billing', { ...both, ...contact }),
  ...named('s_', 'shipping', both),
  ...named('shipping_', 'shipping', both),
]);
export const addressNames: readonly string[] = [...memberOfName.keys()];

/** Members that some clients send as numbers. */
const maybeNumbers: ReadonlySet<string> = new Set(['postcode', 'phone']);
const texts = Object.fromEntries(
  [...memberOfName].map(([name, { member }]) => [
    name,
    (maybeNumbers.has(member) ? idText(1_000) : text(1_000)).optional(),
  ]),
);
const shapes = { ...texts, ship_to_different_address: flag().optional() };
export const customerBody = z.object({ ...shapes, data: members(z.object(shapes)).default({}) });
const checked = checker(customerBody);

/**
 * Returns the command of `update-customer`. Several names can mean the same member of an address. A name
 * outside `data` then takes precedence over a name inside `data`. If both names are outside or both are
 * inside, the name with the longer prefix takes precedence: `billing_city` counts instead of `city`. Unknown
 * names are ignored.
 *
 * @throws ServiceError `rest_invalid_param`
 */
export function updateCustomer(given: Parameters): CommandOf<'update-customer'> {
  const { data, ...top } = checked(given);
  const changes = { billing: {}, shipping: {} };
  for (const from of [data, top]) {
    for (const [name, { kind, member }] of memberOfName) {
      const value = (from as Readonly<Record<string, unknown>>)[name];
      if (value !== undefined) Object.assign(changes[kind], { [member]: value });
    }
  }
  const shipsElsewhere = top.ship_to_different_address ?? data.ship_to_different_address ?? null;
  return { kind: 'update-customer', ...changes, shipElsewhere: shipsElsewhere };
}
