import { postcodeValidatorExistsForCountry } from 'postcode-validator';
import type { Customer } from '#contracts/cart.ts';
import type { StoreSettings } from '#contracts/settings.ts';

/** Returns whether a customer's address is sufficient: a country, and a postcode if the country has them. */
export function isAddressKnown({ country, postcode }: Customer['shipping']): boolean {
  return country !== '' && (postcode !== '' || !postcodeValidatorExistsForCountry(country));
}

/** Returns whether the shop ships to a country: to those it names, else to those it sells to, else to all. */
export function shipsTo(country: string, { sellingCountries, shippingCountries }: StoreSettings): boolean {
  const named = shippingCountries.length > 0 ? shippingCountries : sellingCountries;
  return named.length === 0 || named.includes(country);
}
