import { CountryCodes } from 'validator/lib/isISO31661Alpha2.js';
import { z } from 'zod';
import type { Customer, Notice } from '#contracts/cart.ts';
import { postcodeIn } from './postcode.ts';

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
const ruled: ReadonlySet<Member> = new Set(['email', 'phone', 'country', 'postcode']);

/** What a text is kept as; null for one that is not valid. `country` is the one that a postcode is read by. */
function keptAs(member: Member, text: string, country: string): string | null {
  switch (member) {
    case 'email':
      return Email.safeParse(text).success ? text : null;
    case 'phone':
      return phone.test(text) ? text : null;
    case 'country':
      return countries.has(text.toUpperCase()) ? text.toUpperCase() : null;
    case 'postcode':
      return postcodeIn(text, country);
    default:
      return text.length <= mostCharacters ? text : null;
  }
}

/** The texts that are given for members of an address, on one line each; the country first, which the postcode needs. */
function given(address: object, texts: Readonly<Record<string, string>>): [Member, string][] {
  return Object.entries(texts)
    .filter(([member]) => Object.hasOwn(address, member))
    .map(([member, text]): [Member, string] => [member as Member, text.replace(/[\s\p{Cc}]+/gu, ' ').trim()])
    .filter(([, text]) => text !== '')
    .sort(([one], [other]) => Number(other === 'country') - Number(one === 'country'));
}

/**
 * An address with texts set that are valid; one that is not is told of and the old one stays, one that is empty is not
 * given (contract 1.1.1; 4.1, 14).
 *
 * @param which - what the address is for, as sentences say it
 * @param defaultCountry - the country of an address that names none
 */
export function withTexts<A extends Customer['shipping']>(
  address: A,
  texts: Readonly<Record<string, string>>,
  which: 'billing' | 'shipping',
  defaultCountry: string,
): { address: A; stored: number; notices: Notice[] } {
  const notices: Notice[] = [];
  const kept: Partial<Record<Member, string>> = {};
  for (const [member, text] of given(address, texts)) {
    const value = keptAs(member, text, kept.country ?? (address.country || defaultCountry));
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
