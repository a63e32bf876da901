import type { CommandOf } from '#contracts/cart-commands.ts';
import { missingParameters } from '../../../routing/checker.ts';
import { idText } from '../../../routing/parameters.ts';

const members = ['country', 'state', 'postcode', 'city'] as const;

/**
 * Prefixes that the names of address parameters may have, as in `POST /v2/cart/update`
 * (docs/reference/cart.md#addresses). A later prefix in this list takes precedence: `shipping_city` counts
 * instead of `city`.
 */
const prefixes = ['', 's_', 'shipping_'] as const;

const part = idText(1_000).optional();

const meanings = {
  country: 'The two-letter code of the country.',
  state: 'The code of the state.',
  postcode: 'The postcode.',
  city: 'The city.',
};

/** Returns the description of a parameter. The description of `s_city` refers to `city`. */
function meaningOf(prefix: string, member: keyof typeof meanings): string {
  return prefix === '' ? meanings[member] : `The same as \`${member}\`.`;
}

/** Parameters of a destination. A JSON body may contain the postcode as a number. */
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
 * Returns the command that sets the destination. Returns null if the request contains no destination.
 *
 * @throws ServiceError `rest_missing_callback_param` for an address without a country
 */
export function givenDestination(given: Given): CommandOf<'set-destination'> | null {
  const [country = '', state = '', postcode = '', city = ''] = members.map((member) => textIn(given, member));
  if (country === '' && (state || postcode || city)) throw missingParameters(['country']);
  return country === '' ? null : { kind: 'set-destination', country, state, postcode, city };
}

/**
 * Returns the command that sets the destination, for routes that require a destination.
 *
 * @throws ServiceError `rest_missing_callback_param` if the request contains no country
 */
export function neededDestination(given: Given): CommandOf<'set-destination'> {
  const destination = givenDestination(given);
  if (!destination) throw missingParameters(['country']);
  return destination;
}
