import { CountryCodes } from 'validator/lib/isISO31661Alpha2.js';
import { z } from 'zod';
import type { Customer, Notice } from '#contracts/cart.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import { shipsTo } from '../totals/shipping/destination.ts';
import { postcodeIn } from './postcode.ts';
import { stateIn } from './states.ts';

type Member = keyof Customer['billing'];

/** Most characters of a text that has no rule of its own. */
const mostCharacters = 200;

const countries: ReadonlySet<string> = CountryCodes;
const Email = z.email().max(254);
const phone = /^\+?[\d\s()./-]{3,32}$/;

/** What each member of an address is called in a sentence. */
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

/** Members with a rule of their own; the others can only be too long. */
const ruled: ReadonlySet<Member> = new Set(['email', 'phone', 'country', 'state', 'postcode']);

/** What an address is for. */
type Which = keyof Customer;

/** Whether an address may be there: a country to ship to, or one to sell to. */
function mayBeIn(country: string, which: Which, settings: StoreSettings): boolean {
  const { sellingCountries } = settings;
  const isSoldTo = sellingCountries.length === 0 || sellingCountries.includes(country);
  return countries.has(country) && (which === 'shipping' ? shipsTo(country, settings) : isSoldTo);
}

/** What a text is read by beside itself. */
interface Reading {
  readonly which: Which;
  /** The country of the address, whose states and postcodes count. */
  readonly country: string;
  readonly settings: StoreSettings;
}

/** What a text is kept as, on one line; null for one that is not valid. */
export function keptAs(member: Member, text: string, { which, country, settings }: Reading): string | null {
  if (text.length > mostCharacters && member !== 'email') return null;
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

/** A text on one line, without blanks around it. */
export function onOneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

/** The texts that are given for members of an address, on one line each; the country first, which others need. */
function given(address: object, texts: Readonly<Record<string, string>>): [Member, string][] {
  return Object.entries(texts)
    .filter(([member]) => Object.hasOwn(address, member))
    .map(([member, text]): [Member, string] => [member as Member, onOneLine(text)])
    .filter(([, text]) => text !== '')
    .sort(([one], [other]) => Number(other === 'country') - Number(one === 'country'));
}

/**
 * An address with texts set that are valid; one that is not is told of and the old one stays, one that is empty is not
 * given (docs/reference/cart.md#addresses).
 *
 * @param which - what the address is for: a country is sold to for the bill, and shipped to for the goods
 * @param settings - where the store sells and ships to, and the country of an address that names none
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
    const value = keptAs(member, text, { which, country, settings });
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
