import type { StoreSettings } from '#contracts/settings.ts';

/** Place where items are taxed or to which they are shipped. Country and state are codes; an empty text is unknown. */
export interface Place {
  readonly country: string;
  readonly state: string;
  readonly postcode: string;
  readonly city: string;
}

/** Returns the store's own place. */
export function basePlace({ address: { country, state, postcode, city } }: StoreSettings): Place {
  return { country, state, postcode, city };
}

/**
 * Returns the assumed place of a customer without an address: the store's default country, and the store's state if
 * the store is in that country.
 */
export function defaultPlace({ defaultCountry: country, address }: StoreSettings): Place {
  return { country, state: country === address.country ? address.state : '', postcode: '', city: '' };
}
