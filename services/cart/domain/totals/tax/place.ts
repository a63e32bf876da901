import type { Customer } from '#contracts/cart.ts';
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

/** An address as far as it matters to tax and shipping: one without a country is in the store's default one. */
export function placeOf(address: Customer['shipping'], settings: StoreSettings): Place {
  const { country, state, postcode, city } = address;
  if (country !== '') return { country, state, postcode, city };
  const { defaultCountry, address: base } = settings;
  // Who has said nothing is taken to be where the shop is, if that is in the default country.
  return {
    country: defaultCountry,
    state: state || (defaultCountry === base.country ? base.state : ''),
    postcode,
    city,
  };
}

/** Where the goods of a cart are taxed. */
export function taxPlace(customer: Customer, settings: StoreSettings): Place {
  const { basedOn } = settings.tax;
  return basedOn === 'base' ? basePlace(settings) : placeOf(customer[basedOn], settings);
}
