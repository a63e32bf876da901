import type { StoreSettings } from '#contracts/settings.ts';
import { countryCodes } from '#platform/tax/countries.ts';
import type { Notes } from '../notes.ts';
import type { WooSetting } from './shop-schemas.ts';

type Places = Pick<StoreSettings, 'sellingCountries' | 'shippingCountries'>;

const prefix = 'woocommerce_';
/** Values of settings by name. A value is a text or a list of codes. */
type Values = ReadonlyMap<string, unknown>;

/** Returns the country codes of a setting. PHP may write the list as an object. Adds a note for invalid codes. */
function codesOf(values: Values, name: string, notes: Notes): string[] {
  const value = values.get(name);
  const given = typeof value === 'object' && value !== null ? Object.values(value) : [];
  const codes = given.filter((one) => typeof one === 'string' && /^[A-Z]{2}$/.test(one)) as string[];
  notes.leaveOut(`countries of ${name}`, 'they are no codes of countries', given.length - codes.length);
  return [...new Set(codes)];
}

/**
 * Returns the countries that a setting lists. Adds a note for an empty list, because in Cartwright an empty
 * list means all countries.
 */
function listedCountries(values: Values, name: string, notes: Notes): string[] {
  const codes = codesOf(values, name, notes);
  if (codes.length === 0) notes.adjust(name, 'names no country, which here is no limit');
  return codes;
}

function allBut(codes: readonly string[]): string[] {
  return countryCodes.filter((code) => !codes.includes(code));
}

function sellingCountries(values: Values, notes: Notes): string[] | undefined {
  switch (values.get('allowed_countries')) {
    case 'all':
      return [];
    case 'all_except': {
      const codes = codesOf(values, 'all_except_countries', notes);
      return codes.length === 0 ? [] : allBut(codes);
    }
    case 'specific':
      return listedCountries(values, 'specific_allowed_countries', notes);
    default:
      return undefined;
  }
}

function shippingCountries(values: Values, selling: readonly string[], notes: Notes): string[] | undefined {
  switch (values.get('ship_to_countries')) {
    case '':
    case 'disabled':
      return [];
    case 'all':
      return selling.length === 0 ? [] : allBut([]);
    case 'specific':
      return listedCountries(values, 'specific_ship_to_countries', notes);
    default:
      return undefined;
  }
}

/**
 * Returns the countries that a shop sells to and ships to; the countries in `current` for a missing setting.
 * An empty list of selling countries means all countries. An empty list of shipping countries means all
 * selling countries.
 */
export function placesOf(settings: readonly WooSetting[], current: Places, notes: Notes): Places {
  const values = new Map(settings.map(({ id, value }) => [id.replace(prefix, ''), value]));
  const selling = sellingCountries(values, notes) ?? current.sellingCountries;
  return {
    sellingCountries: selling,
    shippingCountries: shippingCountries(values, selling, notes) ?? current.shippingCountries,
  };
}
