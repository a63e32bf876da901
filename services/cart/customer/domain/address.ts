import { CountryCodes } from 'validator/lib/isISO31661Alpha2.js';
import { z } from 'zod';
import type { Customer, Notice } from '#contracts/cart.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import { shipsTo } from '../../shipping/domain/packages.ts';
import { postcodeIn } from './postcode.ts';
import { stateIn } from './states.ts';

type Member = keyof Customer['billing'];

/** The maximum length of every text except an e-mail address, in characters. */
const maxCharacters = 200;

const countries: ReadonlySet<string> = CountryCodes;
const Email = z.email().max(254);
const phone = /^\+?[\d\s()./-]{3,32}$/;

/** The name with which messages mention each member of an address. */
const names: Readonly<Record<Member, string>> = {
  firstName: 'first name',
  lastName: 'last name',
  company: 'company',
  country: 'country',
  address1: 'street address',
  address2: 'second address line',
  postcode: 'postcode',
  city: 'city',
  state: 'state',
  phone: 'phone number',
  email: 'e-mail address',
};

/** Members whose text must have a certain form. The texts of other members only have a maximum length. */
const ruled: ReadonlySet<Member> = new Set(['email', 'phone', 'country', 'state', 'postcode']);

/** The billing or the shipping address. */
type Which = keyof Customer;

/** Returns whether the store sells to a billing address's country, or ships to a shipping address's country. */
function mayBeIn(country: string, which: Which, settings: StoreSettings): boolean {
  const { sellingCountries } = settings;
  const isSoldTo = sellingCountries.length === 0 || sellingCountries.includes(country);
  return countries.has(country) && (which === 'shipping' ? shipsTo(country, settings) : isSoldTo);
}

/** The address and the settings that decide whether a text is valid. */
interface Reading {
  readonly which: Which;
  /** The country of the address, which determines states and postcodes. */
  readonly country: string;
  readonly settings: StoreSettings;
}

/** Returns the form in which `text`, a single line, is stored as a member of an address; null for an invalid text. */
export function storedForm(
  member: Member,
  text: string,
  { which, country, settings }: Reading,
): string | null {
  if (text.length > maxCharacters && member !== 'email') return null;
  switch (member) {
    case 'email':
      return Email.safeParse(text).success ? text : null;
    case 'phone':
      return phone.test(text) ? text : null;
    case 'country':
      return mayBeIn(text.toUpperCase(), which, settings) ? text.toUpperCase() : null;
    case 'state':
      return stateIn(text, country);
    case 'postcode':
      return postcodeIn(text, country);
    default:
      return text;
  }
}

/** Returns a text on one line, trimmed. */
export function onOneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

/**
 * Returns the texts of an address that are not empty, each on one line. The country comes first, because the checks of
 * other texts depend on the country.
 */
function given(address: object, texts: Readonly<Record<string, string>>): [Member, string][] {
  return Object.entries(texts)
    .filter(([member]) => Object.hasOwn(address, member))
    .map(([member, text]): [Member, string] => [member as Member, onOneLine(text)])
    .filter(([, text]) => text !== '')
    .sort(([one], [other]) => Number(other === 'country') - Number(one === 'country'));
}

/**
 * Returns an address with the valid texts set. An invalid text causes a notice, and the old text stays. An empty text
 * is ignored (docs/reference/cart.md#addresses).
 *
 * @param which - the kind of address: the store must sell to a billing country, and ship to a shipping country
 * @param settings - the countries to sell and ship to, and the default country
 */
export function withTexts<A extends Customer['shipping']>(
  address: A,
  texts: Readonly<Record<string, string>>,
  which: Which,
  settings: StoreSettings,
): { address: A; stored: number; notices: Notice[] } {
  const notices: Notice[] = [];
  const kept: Partial<Record<Member, string>> = {};
  for (const [member, text] of given(address, texts)) {
    const country = kept.country ?? (address.country || settings.defaultCountry);
    const value = storedForm(member, text, { which, country, settings });
    if (value === null) {
      const fault = ruled.has(member) ? 'not valid' : 'too long';
      notices.push({
        kind: 'error',
        text: `The ${which} ${names[member]} is ${fault} and was not saved.`,
      });
    } else kept[member] = value;
  }
  return { address: { ...address, ...kept }, stored: Object.keys(kept).length, notices };
}
