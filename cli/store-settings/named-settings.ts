import { knownRoles, Role } from '#contracts/audience.ts';
import { Calculation, type StoreSettings } from '#contracts/settings.ts';
import { Problem } from '#platform/errors/problem.ts';
import { decimalsOf, isCurrency, symbolOf } from '#platform/money/money.ts';
import { isCountry } from '#platform/tax/place.ts';
import { isTimezone, utcOffsetHours } from '#platform/time/shop-time.ts';
import { isLanguageTag, withoutEndingSlashes } from '#platform/util/text.ts';
import { type NamedSetting, type Reader, refused, shippingZones, taxRates } from './records.ts';

function matching(pattern: RegExp, takes: string): { read: Reader<string>; takes: string } {
  const read: Reader<string> = (value, name) => {
    if (pattern.test(value)) return value;
    throw refused(name, value, takes);
  };
  return { read, takes };
}

function among<const T extends string>(words: readonly T[]): { read: Reader<T>; takes: string } {
  const takes = `one of ${words.join(', ')}`;
  const read: Reader<T> = (value, name) => {
    const word = words.find((each) => each === value);
    if (word !== undefined) return word;
    throw refused(name, value, takes);
  };
  return { read, takes };
}

/** Names of the store settings whose values have the type `T`. */
type Names<T> = {
  [Name in keyof StoreSettings]: StoreSettings[Name] extends T ? Name : never;
}[keyof StoreSettings];

function switched(name: string, member: Names<boolean>): NamedSetting {
  return {
    name,
    takes: 'on or off',
    read: (settings) => (settings[member] ? 'on' : 'off'),
    change: (value) => ({ [member]: onOff(value, name) }),
  };
}

function onOff(value: string, name: string): boolean {
  if (value === 'on' || value === 'off') return value === 'on';
  throw refused(name, value, 'on or off');
}

function text(
  name: string,
  member: Names<string>,
  { read, takes } = matching(/^.{0,1000}$/su, 'any text'),
): NamedSetting {
  return {
    name,
    takes,
    read: (settings) => settings[member],
    change: (value) => ({ [member]: read(value, name) }),
  };
}

/** Returns a setting that is a member of a group such as `tax`. A change writes the whole group. */
function grouped<Group extends 'tax' | 'currency' | 'address', Member extends keyof StoreSettings[Group]>(
  name: string,
  group: Group,
  member: Member,
  { read, takes }: { read: Reader<StoreSettings[Group][Member]>; takes: string },
): NamedSetting {
  return {
    name,
    takes,
    read: (settings) => shown(settings[group][member]),
    change: (value, settings) => ({ [group]: { ...settings[group], [member]: read(value, name) } }),
  };
}

function shown(value: unknown): string {
  return typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value);
}

const flag = { read: onOff, takes: 'on or off' };
const display = among(['incl', 'excl']);
const line = matching(/^.{0,200}$/u, 'a text of at most 200 characters');
const country = {
  takes: 'a country like NL, or nothing for none',
  read: (value: string, name: string) => {
    if (value === '' || isCountry(value)) return value;
    throw refused(name, value, country.takes);
  },
};

const taxClass = matching(
  /^[a-z0-9][a-z0-9_-]{0,199}$/,
  'inherit for that of the goods, standard, or the slug of another class like reduced-rate',
);

const currency: NamedSetting = {
  name: 'currency',
  takes: 'a code like EUR; symbol and decimals follow',
  read: (settings) => settings.currency.code,
  change(value, settings) {
    if (!isCurrency(value)) throw refused('currency', value, 'the code of a currency like EUR');
    const decimals = decimalsOf(value);
    return { currency: { ...settings.currency, code: value, symbol: symbolOf(value), decimals } };
  },
};

const timezone: NamedSetting = {
  name: 'timezone',
  takes: 'a name like Europe/Amsterdam',
  read: (settings) => settings.timezone,
  change(value) {
    if (!isTimezone(value)) throw refused('timezone', value, 'the name of a time zone like Europe/Amsterdam');
    return { timezone: value, gmtOffset: utcOffsetHours(Date.now(), value) };
  },
};

const homeUrl = {
  takes: 'an address that begins with http:// or https://',
  read: (value: string, name: string) => {
    if (/^https?:\/\//.test(value) && URL.canParse(value)) return withoutEndingSlashes(value);
    throw refused(name, value, homeUrl.takes);
  },
};

const language = {
  takes: 'the tag of a known language like en-GB',
  read: (value: string, name: string) => {
    if (isLanguageTag(value)) return value;
    throw refused(name, value, language.takes);
  },
};

const lowStock: NamedSetting = {
  name: 'low-stock',
  takes: 'a whole number: at or below it, stock is low',
  read: (settings) => String(settings.lowStockAmount),
  change(value) {
    if (/^\d{1,9}$/.test(value)) return { lowStockAmount: Number(value) };
    throw refused('low-stock', value, 'a whole number from 0 on');
  },
};

const separators = 'without digits or a minus, so that an amount reads as what it is';
const decimalSeparator = matching(/^[^\d-]{1,3}$/u, `one to three characters ${separators}`);
const thousandSeparator = matching(/^[^\d-]{0,3}$/u, `at most three characters ${separators}`);

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

const sellingCountries = countryList('selling-countries', 'sellingCountries', 'all');
const shippingCountries = countryList(
  'shipping-countries',
  'shippingCountries',
  'all that the shop sells to',
);

const rolesTakes = 'further roles of customers with commas like wholesale,reseller, or nothing for none';

/** The setting that adds customer roles to the role `customer`. Prices and products can be reserved for these roles. */
const customerRoles: NamedSetting = {
  name: 'customer-roles',
  takes: rolesTakes,
  read: ({ customerRoles: roles }: StoreSettings) => roles.join(','),
  change(value) {
    const roles = [...new Set(value.split(',').map((one) => one.trim()))].filter((one) => one !== '');
    const isFurther = (role: string) =>
      Role.safeParse(role).success && !(knownRoles as readonly string[]).includes(role);
    if (roles.length <= 30 && roles.every(isFurther)) return { customerRoles: roles };
    throw refused('customer-roles', value, rolesTakes);
  },
};

/** All settings that the command line can name, in the order in which they are shown. */
export const namedSettings: readonly NamedSetting[] = [
  text('title', 'title'),
  text('description', 'description'),
  text('home-url', 'homeUrl', homeUrl),
  text('language', 'language', language),
  timezone,
  grouped('street', 'address', 'address1', line),
  grouped('street-2', 'address', 'address2', line),
  grouped('city', 'address', 'city', line),
  grouped('state', 'address', 'state', line),
  grouped('postcode', 'address', 'postcode', line),
  grouped('country', 'address', 'country', country),
  text('default-country', 'defaultCountry', country),
  currency,
  grouped('currency-position', 'currency', 'position', among(['left', 'right', 'left_space', 'right_space'])),
  grouped('decimal-separator', 'currency', 'decimalSeparator', decimalSeparator),
  grouped('thousand-separator', 'currency', 'thousandSeparator', thousandSeparator),
  text('calculation', 'calculation', among(Calculation.options)),
  grouped('tax', 'tax', 'enabled', flag),
  grouped('prices-include-tax', 'tax', 'pricesIncludeTax', flag),
  grouped('tax-in-shop', 'tax', 'shownInShop', display),
  grouped('tax-in-cart', 'tax', 'shownInCart', display),
  grouped('tax-based-on', 'tax', 'basedOn', among(['shipping', 'billing', 'base'])),
  grouped('tax-rounded-at-subtotal', 'tax', 'roundAtSubtotal', flag),
  grouped('shipping-tax-class', 'tax', 'shippingTaxClass', taxClass),
  taxRates,
  switched('stock', 'manageStock'),
  lowStock,
  switched('reviews', 'reviewsEnabled'),
  switched('reviews-held', 'reviewsHeld'),
  switched('reviews-by-buyers-only', 'reviewsByBuyersOnly'),
  text('weight-unit', 'weightUnit', among(['kg', 'g', 'lbs', 'oz'])),
  text('dimension-unit', 'dimensionUnit', among(['m', 'cm', 'mm', 'in', 'yd'])),
  switched('coupons', 'couponsEnabled'),
  switched('sequential-discounts', 'sequentialDiscounts'),
  switched('shipping', 'shippingEnabled'),
  switched('shipping-hidden-until-address', 'shippingHiddenUntilAddress'),
  sellingCountries,
  shippingCountries,
  shippingZones,
  customerRoles,
];

/** Returns the setting with a name. @throws Problem if there is no such setting */
export function settingOf(name: string): NamedSetting {
  const found = namedSettings.find((one) => one.name === name);
  if (found) return found;
  throw new Problem(`there is no setting "${name}": settings show lists them all`, 'not_found');
}
