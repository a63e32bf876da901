import type { Customer } from '#contracts/cart.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import { basePlace, defaultPlace, type Place } from '#platform/tax/place.ts';

/**
 * Returns the part of an address that tax and shipping depend on; without a country it is in the store's default one.
 */
export function placeOf(address: Customer['shipping'], settings: StoreSettings): Place {
  const { country, state, postcode, city } = address;
  if (country !== '') return { country, state, postcode, city };
  const usual = defaultPlace(settings);
  return { ...usual, state: state || usual.state, postcode, city };
}

/** Returns where the goods of a cart are taxed, unless they are picked up. */
export function taxPlace(customer: Customer, settings: StoreSettings): Place {
  const { basedOn } = settings.tax;
  return basedOn === 'base' ? basePlace(settings) : placeOf(customer[basedOn], settings);
}
