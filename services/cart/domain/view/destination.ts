import { formatAddress } from 'localized-address-format';
import type { Customer } from '#contracts/cart.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import { countryName } from './country-names.ts';

/**
 * Returns the destination in one line in the country's format: `Singel 1, 1012 AB Amsterdam`
 * (docs/reference/coupons-and-shipping.md#packages-and-rates), without the recipient's name, and without the country
 * if it is the store's own.
 */
export function destinationLine(address: Customer['shipping'], settings: StoreSettings): string {
  const { address1, address2, city, postcode, state } = address;
  const country = address.country || settings.defaultCountry;
  const lines = (addressLines: string[]) =>
    formatAddress({
      postalCountry: country,
      administrativeArea: state,
      locality: city,
      postalCode: postcode,
      addressLines,
    });
  const street = [address1, address2];
  const usual = lines(street);
  // Some countries' formats have no line for a city; a given city is still shown.
  const hasCity = usual.some((line) => line.toUpperCase().includes(city.toUpperCase()));
  const all = hasCity ? usual : lines([...street, city]);
  if (country !== settings.address.country) all.push(countryName(country));
  return all
    .filter((line) => line !== '')
    .join(', ')
    .replace(`${country}-${country}-`, `${country}-`);
}
