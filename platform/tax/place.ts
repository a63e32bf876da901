import type { StoreSettings } from '#contracts/settings.ts';

/** Where something is taxed or shipped to. Country and state are codes; an empty text is unknown. */
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
 * Returns the assumed place of a customer without an address: the store's default country, and its state if
 * that is there.
 */
export function defaultPlace({ defaultCountry: country, address }: StoreSettings): Place {
  return { country, state: country === address.country ? address.state : '', postcode: '', city: '' };
}
