import type { ShopTime } from '#contracts/product.ts';
import { type Exact, exactAmount, exactMember } from '../money/exact.ts';
import { fromDecimalText } from '../money/text.ts';
import { readShopTime } from '../time/shop-time.ts';
import { type Notes, UnsupportedValue } from './notes.ts';

/** Returns the given value if it is in `known`; otherwise the first value of `known`. */
export function oneOf<const T extends string>(known: readonly [T, ...T[]], given: string): T {
  return known.find((one) => one === given) ?? known[0];
}

/**
 * Returns the given value if it is in `known`; otherwise the first value of `known`. Adds a note for an unknown value
 * that is not empty.
 */
export function knownOr<const T extends string>(
  known: readonly [T, ...T[]],
  given: string,
  what: string,
  notes: Notes,
): T {
  const one = oneOf(known, given);
  if (one !== given && given !== '') notes.adjust(what, `"${given.slice(0, 60)}" is not known here: ${one}`);
  return one;
}

/** A time as WooCommerce writes it: in the time zone of the shop and in UTC. Each text may be empty. */
interface GivenTime {
  readonly local: string;
  readonly utc: string;
}

/** How a shop writes times and amounts. */
export interface ShopFormat {
  /** Time zone of the shop, for `Intl.DateTimeFormat`. */
  readonly zone: string;
  /** Decimals of the store's currency. */
  readonly decimals: number;
  /** What stands between whole units and decimals in the shop: `.` or `,`. */
  readonly decimalSeparator: string;
}

const written =
  /^(-?\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d))?(?:\.\d{1,9})?(Z|[+-]\d\d:?\d\d)?)?$/;

/**
 * Returns a time as `YYYY-MM-DDTHH:mm:ss`, with a `Z` at its end if the text names its offset from UTC. A date alone
 * begins at midnight, and a day that a month does not have is a day of the next month, as in PHP. Returns null for no
 * time, such as `0000-00-00`, and undefined for a text that is no time.
 */
function clockOf(text: string): string | null | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  // WooCommerce stores some times in seconds since 1970.
  if (/^\d{9,11}$/.test(trimmed)) return `${new Date(Number(trimmed) * 1_000).toISOString().slice(0, 19)}Z`;
  const match = written.exec(trimmed);
  if (!match) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  if (year <= 0 || month === 0 || day === 0) return null;
  if (year < 1000 || month > 12 || day > 31 || hour > 23 || minute > 59 || second > 59) return undefined;
  const offset = match[7]?.replace(':', '').replace('Z', '+0000');
  const behind = offset ? Number(offset.slice(1, 3)) * 60 + Number(offset.slice(3)) : 0;
  const minutes = minute - (offset?.startsWith('-') ? -behind : behind);
  const at = new Date(Date.UTC(year, month - 1, day, hour, minutes, second));
  return `${at.toISOString().slice(0, 19)}${offset ? 'Z' : ''}`;
}

/**
 * Returns a time in the shop's time zone and in UTC; null if neither is given. If one of them is missing, it is computed
 * from the other.
 *
 * @throws UnsupportedValue for a text that is no time
 */
export function shopTime(
  member: string,
  given: GivenTime,
  { zone }: Pick<ShopFormat, 'zone'>,
): ShopTime | null {
  const [local, utc] = [clockOf(given.local), clockOf(given.utc)];
  if (local === undefined && !utc) throw new UnsupportedValue(member, 'a date and time', given.local);
  if (utc === undefined && !local) throw new UnsupportedValue(`${member}_gmt`, 'a date and time', given.utc);
  if (local && utc && !local.endsWith('Z')) return { local, utc: utc.slice(0, 19) };
  const one = utc ? `${utc.slice(0, 19)}Z` : local;
  return one ? readShopTime(one, zone) : null;
}

const unknownTime = '1970-01-01T00:00:00';

/**
 * Returns a time that has no effect on prices. Without a time, as in drafts, or with an unreadable one, returns the first
 * moment of 1970.
 */
export function knownTime(
  member: string,
  given: GivenTime,
  { id, zone, notes }: Pick<ShopFormat, 'zone'> & { readonly id: number; readonly notes: Notes },
): ShopTime {
  try {
    const time = shopTime(member, given, { zone });
    if (time) return time;
  } catch (error) {
    if (!(error instanceof UnsupportedValue)) throw error;
    notes.adjust(`record ${id}`, `${error.message}: the time is unknown`);
  }
  return { local: unknownTime, utc: unknownTime };
}

/**
 * Returns the text of an amount with a point before its decimals. A comma counts as the point only in a shop that
 * writes a comma: elsewhere `1,500` may be 1500.
 */
export function amountText(text: string, { decimalSeparator }: Pick<ShopFormat, 'decimalSeparator'>): string {
  const trimmed = text.trim().replace(/^\+/, '');
  return decimalSeparator === ',' && /^-?\d{1,16},\d{0,20}$/.test(trimmed)
    ? trimmed.replace(',', '.')
    : trimmed;
}

/**
 * Returns the minor units of a decimal amount; null for an empty text. @throws UnsupportedValue that names the member
 */
function amountOf(
  member: string,
  text: string,
  format: Pick<ShopFormat, 'decimals' | 'decimalSeparator'>,
): number | null {
  const decimal = amountText(text, format);
  if (decimal === '') return null;
  const value = fromDecimalText(decimal, format.decimals);
  if (value === null || value < 0) throw new UnsupportedValue(member, 'an amount from 0 on', text);
  return value;
}

/**
 * Returns an amount that may have further decimals than the currency: in minor units, and its exact text. @throws
 * UnsupportedValue that names the member
 */
export function exactOf(
  member: string,
  text: string,
  format: Pick<ShopFormat, 'decimals' | 'decimalSeparator'>,
): { readonly amount: number | null; readonly exact?: Exact; readonly isRounded: boolean } {
  const none = { amount: amountOf(member, text, format), isRounded: false };
  return none.amount === null ? none : (exactAmount(amountText(text, format), format.decimals) ?? none);
}

/** Returns the regular price and the sale price of a record, with their exact texts. @throws UnsupportedValue */
export function exactPrices(
  given: { readonly regular_price: string; readonly sale_price: string },
  format: Pick<ShopFormat, 'decimals' | 'decimalSeparator'>,
) {
  const regular = exactOf('regular_price', given.regular_price, format);
  const sale = exactOf('sale_price', given.sale_price, format);
  return {
    prices: {
      regular: regular.amount,
      sale: sale.amount,
      ...exactMember({ regular: regular.exact, sale: sale.exact }),
    },
    isRounded: regular.isRounded || sale.isRounded,
  };
}

/**
 * Returns whether an amount has more decimals than the currency, such as `'1.005'` with 2 decimals. Zeros at
 * the end do not count.
 */
export function needsRounding(text: string, decimals: number): boolean {
  const [, fraction = ''] = text.split('.');
  return /[1-9]/.test(fraction.slice(decimals));
}

/** The named HTML entities of the characters 160 to 255, in order. */
const latin1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute ' +
  'micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig ' +
  'Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash ' +
  'Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ' +
  'ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc ' +
  'uuml yacute thorn yuml';

/** HTML entities that occur in names, with their characters. Other named entities are not decoded. */
const named: ReadonlyMap<string, string> = new Map([
  ...latin1.split(' ').map((name, place) => [name, String.fromCodePoint(160 + place)] as const),
  ...Object.entries({
    ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", ndash: '–', mdash: '—', hellip: '…', bull: '•' },
    ...{ lsquo: '‘', rsquo: '’', sbquo: '‚', ldquo: '“', rdquo: '”', bdquo: '„', lsaquo: '‹', rsaquo: '›' },
    ...{ euro: '€', trade: '™', prime: '′', Prime: '″', OElig: 'Œ', oelig: 'œ', Scaron: 'Š', scaron: 'š' },
    ...{ Yuml: 'Ÿ', minus: '−', hearts: '♥', larr: '←', rarr: '→', infin: '∞', le: '≤', ge: '≥', ne: '≠' },
  }),
]);

function character(code: number): string | undefined {
  const isText = code >= 0x20 && code <= 0x10_ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isText ? String.fromCodePoint(code) : undefined;
}

/**
 * Returns plain text for escaped HTML text, in composed letters (NFC): `Salt & Pepper` for `Salt &amp; Pepper`. Entities
 * are decoded only once.
 */
export function plainText(html: string): string {
  const decoded = html.includes('&') ? html.replaceAll(entities, decodedEntity) : html;
  return decoded.normalize('NFC');
}

const entities = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z0-9]{2,8}));/gi;

function decodedEntity(whole: string, decimal: string, hex: string, name: string): string {
  if (decimal) return character(Number(decimal)) ?? whole;
  if (hex) return character(Number.parseInt(hex, 16)) ?? whole;
  return named.get(name) ?? whole;
}
