import type { StoreSettings } from '#contracts/settings.ts';
import { isCountry } from '#platform/tax/countries.ts';
import { type NamedSetting, refused } from './named-setting.ts';

/**
 * Returns a setting whose value is a list of countries, separated by commas. `all` is help text that says what an empty
 * list means.
 */
function countryList(
  name: string,
  member: 'sellingCountries' | 'shippingCountries',
  all: string,
): NamedSetting {
  const takes = `codes of countries with commas like NL,BE, or nothing for ${all}`;
  return {
    name,
    takes,
    read: (settings: StoreSettings) => settings[member].join(','),
    change(value) {
      const codes = [...new Set(value.split(',').map((one) => one.trim()))].filter((one) => one !== '');
      if (codes.every(isCountry)) return { [member]: codes };
      throw refused(name, value, takes);
    },
  };
}

export const sellingCountries = countryList('selling-countries', 'sellingCountries', 'all');
export const shippingCountries = countryList(
  'shipping-countries',
  'shippingCountries',
  'all that the shop sells to',
);
