import type { CommandOf } from '#contracts/cart-commands.ts';
import { missingParameters } from '../http/checker.ts';
import { idText } from '../http/parameters.ts';

const members = ['country', 'state', 'postcode', 'city'] as const;

/**
 * Plain names, and those that shipping addresses have in `update` (docs/reference/cart.md#addresses). The last one that
 * is given counts.
 */
const prefixes = ['', 's_', 'shipping_'] as const;

const part = idText(1_000).optional();

const meanings = {
  country: 'The country, by its code of two letters.',
  state: 'The state, by its code.',
  postcode: 'The postcode.',
  city: 'The city.',
};

/** The meaning of a name: the plain one's own, and of the others that they are the same. */
function meaningOf(prefix: string, member: keyof typeof meanings): string {
  return prefix === '' ? meanings[member] : `The same as \`${member}\`.`;
}

/** Where goods are to go, as clients say it; a postcode of digits may come as a number. */
export const destinationFields: Readonly<Record<string, typeof part>> = Object.fromEntries(
  prefixes.flatMap((prefix) =>
    members.map((member) => [prefix + member, part.describe(meaningOf(prefix, member))]),
  ),
);

type Given = Readonly<Record<string, unknown>>;

function said(given: Given, member: string): string {
  const names = prefixes.map((prefix) => prefix + member).filter((name) => given[name] !== undefined);
  return String(given[names.at(-1) ?? ''] ?? '');
}

/**
 * Where goods are to go, whole, as the cart is asked to set it. Null where nothing is said.
 *
 * @throws ServiceError `rest_missing_callback_param` for an address without a country
 */
export function givenDestination(given: Given): CommandOf<'set-destination'> | null {
  const [country = '', state = '', postcode = '', city = ''] = members.map((member) => said(given, member));
  if (country === '' && (state || postcode || city)) throw missingParameters(['country']);
  return country === '' ? null : { kind: 'set-destination', country, state, postcode, city };
}

/** The same where it has to be said. @throws ServiceError `rest_missing_callback_param` without a country */
export function neededDestination(given: Given): CommandOf<'set-destination'> {
  const destination = givenDestination(given);
  if (!destination) throw missingParameters(['country']);
  return destination;
}
