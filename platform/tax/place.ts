import type { StoreSettings } from '#contracts/settings.ts';

/**
 * The place where items are taxed, or to which items are shipped. Country and state are codes; empty if
 * unknown.
 */
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
 * Returns the place of a customer without an address: the default country of the store. If the store is in this
 * country, the place has the state of the store.
 */
export function defaultPlace({ defaultCountry: country, address }: StoreSettings): Place {
  return { country, state: country === address.country ? address.state : '', postcode: '', city: '' };
}
