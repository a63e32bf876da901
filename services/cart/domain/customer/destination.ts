import type { StoreSettings } from '#contracts/settings.ts';
import { invalidParameter, refusal } from '#platform/errors/errors.ts';
import type { Place } from '#platform/tax/place.ts';
import { keptAs, onOneLine } from './address.ts';

/** What is wrong with a member that cannot be kept. */
const faults = {
  country: 'is no country that the store ships to.',
  state: 'is no state of the country.',
  city: 'is too long.',
} as const;

/**
 * The place that a client's texts mean as a destination, as it is kept: a state by its code, a postcode as the country
 * writes it. What is empty stays empty, but for the country.
 *
 * @throws ServiceError `rest_invalid_param` for a country that the store does not ship to, a state that the country does
 * not have or a city too long, `service_invalid_postcode`
 */
export function destinationOf(texts: Place, settings: StoreSettings): Place {
  const read = (member: keyof Place, country: string): string => {
    const text = onOneLine(texts[member]);
    if (text === '' && member !== 'country') return '';
    const kept = keptAs(member, text, { which: 'shipping', country, settings });
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
