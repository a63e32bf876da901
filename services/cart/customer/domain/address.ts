import { z } from 'zod';
import type { Customer, Notice } from '#contracts/cart.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import { isCountry } from '#platform/tax/countries.ts';
import { shipsTo } from '../../shipping/domain/packages.ts';
import { postcodeIn } from './postcode.ts';
import { stateIn } from './states.ts';

type Member = keyof Customer['billing'];

/** The maximum length of every text except an e-mail address, in characters. */
const maxCharacters = 200;

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
  return isCountry(country) && (which === 'shipping' ? shipsTo(country, settings) : isSoldTo);
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

/** Members that belong to one country. They change together, so that no address has parts of two countries. */
const ofCountry: readonly Member[] = ['country', 'state', 'postcode'];

/** Texts as they are stored, and the members whose texts are not valid. */
interface Read {
  readonly valid: Readonly<Partial<Record<Member, string>>>;
  readonly faults: readonly Member[];
}

/**
 * Returns the texts to store for a read address. With another country, the old state and postcode are removed. If the new
 * country, its state or its postcode is not valid, all three stay as they are (docs/reference/cart.md#addresses).
 */
function toStore({ valid, faults }: Read, oldCountry: string): Read['valid'] {
  const isMoved = valid.country !== undefined && valid.country !== oldCountry;
  if (!isMoved && !faults.includes('country')) return valid;
  if (!ofCountry.some((member) => faults.includes(member))) return { state: '', postcode: '', ...valid };
  return Object.fromEntries(
    Object.entries(valid).filter(([member]) => !ofCountry.includes(member as Member)),
  );
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
  const oldCountry = address.country || settings.defaultCountry;
  const valid: Partial<Record<Member, string>> = {};
  const faults: Member[] = [];
  const texted = given(address, texts);
  for (const [member, text] of texted) {
    // Without a valid country nobody can say whether its state and postcode are valid.
    if (faults.includes('country') && ofCountry.includes(member)) continue;
    const value = storedForm(member, text, { which, country: valid.country ?? oldCountry, settings });
    if (value === null) faults.push(member);
    else valid[member] = value;
  }
  const stored = toStore({ valid, faults }, oldCountry);
  const place = names[ofCountry.find((member) => faults.includes(member)) ?? 'country'];
  const notices = texted.flatMap(([member]): Notice[] => {
    if (Object.hasOwn(stored, member)) return [];
    const fault = ruled.has(member) ? 'is not valid and was not saved' : 'is too long and was not saved';
    const reason = faults.includes(member) ? fault : `was not saved, because the ${place} is not valid`;
    return [{ kind: 'error', text: `The ${which} ${names[member]} ${reason}.` }];
  });
  return { address: { ...address, ...stored }, stored: Object.keys(stored).length, notices };
}
