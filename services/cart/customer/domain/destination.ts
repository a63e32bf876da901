import type { StoreSettings } from '#contracts/settings.ts';
import { invalidParameter, refusal } from '#platform/errors/errors.ts';
import type { Place } from '#platform/tax/place.ts';
import { onOneLine, storedForm } from './address.ts';

/**
 * By member of a destination: the end of the error message about an invalid value. The message begins with
 * the member.
 */
const faults = {
  country: 'is no country that the store ships to.',
  state: 'is no state of the country.',
  city: 'is too long.',
} as const;

/**
 * Returns the destination in stored form: a state by its code, a postcode in the country's format. All members except
 * the country may be empty.
 *
 * @throws ServiceError `rest_invalid_param` for an empty country, a country that the store does not ship to, an unknown
 * state or a city that is too long; `service_invalid_postcode` for an invalid postcode
 */
export function destinationOf(texts: Place, settings: StoreSettings): Place {
  const read = (member: keyof Place, country: string): string => {
    const text = onOneLine(texts[member]);
    if (text === '' && member !== 'country') return '';
    const kept = storedForm(member, text, { which: 'shipping', country, settings });
    if (kept !== null) return kept;
    throw member === 'postcode'
      ? refusal('service_invalid_postcode', {})
      : invalidParameter(member, faults[member]);
  };
  const country = read('country', '');
  return {
    country,
    state: read('state', country),
    postcode: read('postcode', country),
    city: read('city', country),
  };
}
