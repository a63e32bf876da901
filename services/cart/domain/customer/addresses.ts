import { z } from 'zod';
import type { Customer } from '#contracts/cart.ts';
import type { Notice } from '#contracts/notices.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import { hasPostcodes, postcodeIn } from '#platform/countries/postcodes.ts';
import { stateIn } from '#platform/countries/states.ts';
import { refusal } from '#platform/errors/errors.ts';
import { invalidParameter } from '#platform/errors/faults.ts';
import { basePlace, defaultPlace, isCountry, type Place } from '#platform/tax/place.ts';
import type { CartState } from '../../model/state.ts';

type Member = keyof Customer['billing'];

/** The billing or the shipping address. */
type Which = keyof Customer;

/** Members whose text must have a certain form. The texts of other members only have a maximum length. */
const ruled: ReadonlySet<Member> = new Set(['email', 'phone', 'country', 'state', 'postcode']);

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
  const place = ofCountry.find((member) => faults.includes(member)) ?? 'country';
  const notices = texted.flatMap(([member]): Notice[] => {
    if (Object.hasOwn(stored, member)) return [];
    const data = faults.includes(member)
      ? { address: which, member, reason: ruled.has(member) ? ('invalid' as const) : ('too_long' as const) }
      : { address: which, member, reason: 'place' as const, place };
    return [{ kind: 'error', code: 'address_not_saved', data }];
  });
  return { address: { ...address, ...stored }, stored: Object.keys(stored).length, notices };
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

/** The address and the settings that decide whether a text is valid. */
interface Reading {
  readonly which: Which;
  /** The country of the address, which determines states and postcodes. */
  readonly country: string;
  readonly settings: StoreSettings;
}

/** The maximum length of every text except an e-mail address, in characters. */
const maxCharacters = 200;

const Email = z.email().max(254);

const phone = /^\+?[\d\s()./-]{3,32}$/;

/** Returns the form in which `text`, a single line, is stored as a member of an address; null for an invalid text. */
function storedForm(member: Member, text: string, { which, country, settings }: Reading): string | null {
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

/** Returns whether the store sells to a billing address's country, or ships to a shipping address's country. */
function mayBeIn(country: string, which: Which, settings: StoreSettings): boolean {
  const { sellingCountries } = settings;
  const isSoldTo = sellingCountries.length === 0 || sellingCountries.includes(country);
  return isCountry(country) && (which === 'shipping' ? shipsTo(country, settings) : isSoldTo);
}

/**
 * Returns whether the store ships to a country. An empty list of shipping countries means the selling countries. An
 * empty list of selling countries means all countries.
 */
export function shipsTo(country: string, { sellingCountries, shippingCountries }: StoreSettings): boolean {
  const named = shippingCountries.length > 0 ? shippingCountries : sellingCountries;
  return named.length === 0 || named.includes(country);
}

/** Returns whether an address suffices for shipping costs: a country, and a postcode if the country has postcodes. */
export function isAddressKnown({ country, postcode }: Customer['shipping']): boolean {
  return country !== '' && (postcode !== '' || !hasPostcodes(country));
}

export function onOneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

/** Contact data for the billing address in a command that adds an item or a coupon. Null for data that is not given. */
export interface Contact {
  readonly email: string | null;
  readonly phone: string | null;
}

/**
 * Returns the customer with a new e-mail address and phone number in the billing address. An invalid text
 * does not replace the old text (docs/reference/cart.md#addresses).
 */
export function withContact(
  { billing, shipping }: Customer,
  { email, phone }: Contact,
  settings: StoreSettings,
): { customer: Customer; notices: Notice[] } {
  const texts = { email: email ?? '', phone: phone ?? '' };
  const { address, notices } = withTexts(billing, texts, 'billing', settings);
  return { customer: { billing: address, shipping }, notices };
}

/** By member of a destination: the rule that an invalid value breaks. */
const faults = { country: 'no_country', state: 'no_state', city: 'long_text' } as const;

/**
 * Returns the destination in stored form: a state by its code, a postcode in the country's format. All members except
 * the country may be empty.
 *
 * @throws ServiceError `rest_invalid_param` for an empty country, a country that the store does not ship to, an unknown
 * state or a city that is too long; `service_invalid_postcode` for an invalid postcode
 */
export function destinationOf(texts: Place, settings: StoreSettings): Place {
  const read = (member: keyof Place, country: string): string => {
    const text = onOneLine(texts[member]);
    if (text === '' && member !== 'country') return '';
    const kept = storedForm(member, text, { which: 'shipping', country, settings });
    if (kept !== null) return kept;
    throw member === 'postcode'
      ? refusal('service_invalid_postcode', {})
      : invalidParameter(member, faults[member]);
  };
  const country = read('country', '');
  return {
    country,
    state: read('state', country),
    postcode: read('postcode', country),
    city: read('city', country),
  };
}

/**
 * Returns the country, state, postcode and city of an address, on which tax and shipping depend. An address without a
 * country gets the default country of the store.
 */
export function placeOf(address: Customer['shipping'], settings: StoreSettings): Place {
  const { country, state, postcode, city } = address;
  if (country !== '') return { country, state, postcode, city };
  const usual = defaultPlace(settings);
  return { ...usual, state: state || usual.state, postcode, city };
}

/**
 * Returns the place whose tax rates apply to a cart that is shipped. A cart that the customer picks up is taxed at the
 * store instead (`totals/calculation.ts`).
 */
export function taxPlace(customer: Customer, settings: StoreSettings): Place {
  const { basedOn } = settings.tax;
  return basedOn === 'base' ? basePlace(settings) : placeOf(customer[basedOn], settings);
}

/**
 * Adds the account's addresses `own` to a customer's cart, once for each cart and change of the account (`prefilled`). An address in the
 * cart stays; only a missing phone number or e-mail is added. If neither the cart nor the account has a shipping
 * address, the billing address becomes the shipping address. `own` is null if the account does not exist. Pure.
 */
export function withOwnAddresses(state: CartState, own: Customer | null): CartState {
  if (state.prefilled) return state;
  const { billing, shipping } = state.customer;
  if (!own) return { ...state, prefilled: true };
  const billingAddress = isBlank(billing)
    ? { ...own.billing, ...filled(billing) }
    : {
        ...billing,
        ...filled({
          ...contact,
          phone: billing.phone || own.billing.phone,
          email: billing.email || own.billing.email,
        }),
      };
  const usesOwnShipping = !isBlank(own.shipping) && isBlank(shipping);
  const shippingAddress = usesOwnShipping
    ? own.shipping
    : isBlank(shipping)
      ? shippedTo(billingAddress)
      : shipping;
  const isElsewhere =
    usesOwnShipping &&
    JSON.stringify(filled(shippingAddress)) !== JSON.stringify(filled(shippedTo(billingAddress)));
  return {
    ...state,
    prefilled: true,
    customer: { billing: billingAddress, shipping: shippingAddress },
    shipElsewhere: state.shipElsewhere || isElsewhere,
  };
}

/** Empty contact data. */
const contact = { phone: '', email: '' };

function filled<Address extends object>(address: Address): Partial<Address> {
  return Object.fromEntries(Object.entries(address).filter(([, text]) => text !== '')) as Partial<Address>;
}

/** Returns whether an address is empty, except for contact data. */
export function isBlank(address: object): boolean {
  return Object.keys(filled({ ...address, ...contact })).length === 0;
}

/** Returns a billing address as a shipping address, without contact data. */
export function shippedTo({ phone, email, ...address }: Customer['billing']): Customer['shipping'] {
  return address;
}
