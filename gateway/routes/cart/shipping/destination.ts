import type { CommandOf } from '#contracts/cart-commands.ts';
import { missingParameters } from '../../../routing/checker.ts';
import { idText } from '../../../routing/parameters.ts';

const members = ['country', 'state', 'postcode', 'city'] as const;

/**
 * Prefixes of names, as `update` accepts them (docs/reference/cart.md#addresses). The last given name wins.
 */
const prefixes = ['', 's_', 'shipping_'] as const;

const part = idText(1_000).optional();

const meanings = {
  country: 'The two-letter code of the country.',
  state: 'The code of the state.',
  postcode: 'The postcode.',
  city: 'The city.',
};

/** Returns the description of a parameter; a prefixed name refers to the plain one. */
function meaningOf(prefix: string, member: keyof typeof meanings): string {
  return prefix === '' ? meanings[member] : `The same as \`${member}\`.`;
}

/** Members of a destination. A postcode may be a number. */
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
 * Returns the command that sets the destination, or null if none is given.
 *
 * @throws ServiceError `rest_missing_callback_param` for an address without a country
 */
export function givenDestination(given: Given): CommandOf<'set-destination'> | null {
  const [country = '', state = '', postcode = '', city = ''] = members.map((member) => said(given, member));
  if (country === '' && (state || postcode || city)) throw missingParameters(['country']);
  return country === '' ? null : { kind: 'set-destination', country, state, postcode, city };
}

/**
 * Returns the command for a required destination. @throws ServiceError `rest_missing_callback_param` without
 * a country
 */
export function neededDestination(given: Given): CommandOf<'set-destination'> {
  const destination = givenDestination(given);
  if (!destination) throw missingParameters(['country']);
  return destination;
}
