import type { CommandOf } from '#contracts/cart-commands.ts';
import { missingParameters } from '../../../routing/checker.ts';
import { idText } from '../../../routing/parameters.ts';

const members = ['country', 'state', 'postcode', 'city'] as const;

/**
 * Prefixes of the names of parameters, as in `update` (docs/reference/cart.md#addresses). If a
 * request has several names for a member, that with the last prefix counts.
 */
const prefixes = ['', 's_', 'shipping_'] as const;

const part = idText(1_000).optional();

const meanings = {
  country: 'The two-letter code of the country.',
  state: 'The code of the state.',
  postcode: 'The postcode.',
  city: 'The city.',
};

/** Returns the description of a parameter; that of a prefixed name refers to the name without prefix. */
function meaningOf(prefix: string, member: keyof typeof meanings): string {
  return prefix === '' ? meanings[member] : `The same as \`${member}\`.`;
}

/** Parameters of a destination. JSON may have a number as postcode. */
export const destinationFields: Readonly<Record<string, typeof part>> = Object.fromEntries(
  prefixes.flatMap((prefix) =>
    members.map((member) => [prefix + member, part.describe(meaningOf(prefix, member))]),
  ),
);

type Given = Readonly<Record<string, unknown>>;

function textIn(given: Given, member: string): string {
  const names = prefixes.map((prefix) => prefix + member).filter((name) => given[name] !== undefined);
  return String(given[names.at(-1) ?? ''] ?? '');
}

/**
 * Returns the command that sets the destination; null if the request has none.
 *
 * @throws ServiceError `rest_missing_callback_param` for an address without a country
 */
export function givenDestination(given: Given): CommandOf<'set-destination'> | null {
  const [country = '', state = '', postcode = '', city = ''] = members.map((member) => textIn(given, member));
  if (country === '' && (state || postcode || city)) throw missingParameters(['country']);
  return country === '' ? null : { kind: 'set-destination', country, state, postcode, city };
}

/**
 * Returns the command that sets the destination, which the request must have. @throws ServiceError
 * `rest_missing_callback_param` without a country
 */
export function neededDestination(given: Given): CommandOf<'set-destination'> {
  const destination = givenDestination(given);
  if (!destination) throw missingParameters(['country']);
  return destination;
}
