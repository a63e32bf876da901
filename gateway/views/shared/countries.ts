import { z } from 'zod';
import type { StoreSettings } from '#contracts/settings.ts';
import { hasPostcodes, postcodePatternOf } from '#platform/countries/postcodes.ts';
import { type State, statesOf } from '#platform/countries/states.ts';
import { countryCodes } from '#platform/tax/place.ts';
import { flag, text } from './kinds.ts';
import type { Links } from './links.ts';
import { from, kind, list, listOf, object, type View } from './view.ts';
import type { Views } from './views.ts';

/** The countries of the store, for the address forms of a storefront (docs/reference/store.md#countries). */

/** A country as the store knows it. */
interface Country {
  readonly code: string;
  readonly name: string;
  readonly sold: boolean;
  readonly shipped: boolean;
  readonly states: readonly State[];
}

const memberNames = ['first_name', 'last_name', 'country', 'address_1', 'postcode', 'city', 'state'] as const;
type MemberName = (typeof memberNames)[number];

/** Returns the members without which an address in the country is not complete, as WooCommerce asks for them. */
function requiredMembers({ code, states }: Country): MemberName[] {
  const missing = new Set<MemberName>();
  if (!hasPostcodes(code)) missing.add('postcode');
  if (states.length === 0) missing.add('state');
  return memberNames.filter((name) => !missing.has(name));
}

const state = object<State, unknown>({
  code: text('The code, which addresses have as `state`.', ({ code }) => code),
  name: text('The name.', ({ name }) => name),
});

const country = object<Country, unknown>(
  {
    code: kind(z.string().regex(/^[A-Z]{2}$/))('The two-letter code.', ({ code }) => code),
    name: text('The name in the language of the store.', ({ name }) => name),
    billing: flag('Whether the shop sells to addresses in the country.', ({ sold }) => sold),
    shipping: flag('Whether the shop ships to the country.', ({ shipped }) => shipped),
    states: list(
      'The states from which a shopper chooses; empty if the state is free text.',
      state,
      ({ states }) => states,
    ),
    postcode: kind(z.string().nullable())(
      'A regular expression for a postcode without spaces and hyphens, in capitals; null if any is accepted.',
      ({ code }) => postcodePatternOf(code),
    ),
    required: kind(z.array(z.enum(memberNames)))(
      'The members without which an address is not complete.',
      requiredMembers,
    ),
  },
  'Country',
);

/** Returns the language of the store if it is one; else English. */
function languageOf({ language }: StoreSettings): string {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? 'en';
  } catch {
    return 'en';
  }
}

/** Returns the countries to which the store sells or ships, in the alphabetical order of its language. */
function countriesOf(settings: StoreSettings): Country[] {
  const language = languageOf(settings);
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const { compare } = new Intl.Collator(language);
  const { sellingCountries } = settings;
  const shippingCountries =
    settings.shippingCountries.length > 0 ? settings.shippingCountries : sellingCountries;
  const has = (list: readonly string[], code: string) => list.length === 0 || list.includes(code);
  return countryCodes
    .map((code) => ({
      code,
      name: names.of(code) ?? code,
      sold: has(sellingCountries, code),
      shipped: has(shippingCountries, code),
      states: [...statesOf(code)].sort((one, other) => compare(one.name, other.name)),
    }))
    .filter(({ sold, shipped }) => sold || shipped)
    .sort((one, other) => compare(one.name, other.name));
}

const countries: View<Views['countries'], Links> = from(listOf(country), ({ settings }) => ({
  data: countriesOf(settings),
  scope: null,
}));

export const countryViews = { countries };
