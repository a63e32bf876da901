import type { StoreSettings } from '#contracts/settings.ts';

/** Where something is taxed or shipped to. Country and state are codes; empty texts are not known. */
export interface Place {
  readonly country: string;
  readonly state: string;
  readonly postcode: string;
  readonly city: string;
}

/** The store's own place. */
export function basePlace({ address: { country, state, postcode, city } }: StoreSettings): Place {
  return { country, state, postcode, city };
}

/** Where a customer is taken to be who has not said so: in the store's default country, and in its state if that is there. */
export function defaultPlace({ defaultCountry: country, address }: StoreSettings): Place {
  return { country, state: country === address.country ? address.state : '', postcode: '', city: '' };
}
