import type { CaseFile } from './cases.ts';

/**
 * A shop with other ids and another currency than the recorded shop. Recorded scenarios are also replayed in this
 * shop, because no rule of the interface depends on ids or currency.
 */
export interface OtherShop {
  readonly name: string;
  /** The number that is added to every id. */
  readonly shift: number;
  readonly currency: {
    readonly code: string;
    readonly symbol: string;
    readonly decimals: 0 | 2;
    /** Where the currency symbol is, as in WooCommerce's settings. */
    readonly position: 'left' | 'right_space';
    readonly decimalSeparator: string;
    readonly thousandSeparator: string;
  };
}

const dollars = {
  code: 'USD',
  symbol: '$',
  decimals: 2,
  position: 'left',
  decimalSeparator: '.',
  thousandSeparator: ',',
} as const;

/** The recorded shop and two other shops. */
export const shops: readonly OtherShop[] = [
  { name: 'as recorded', shift: 0, currency: dollars },
  {
    name: 'ids shifted, EUR',
    shift: 1_000,
    currency: {
      code: 'EUR',
      symbol: '€',
      decimals: 2,
      position: 'right_space',
      decimalSeparator: ',',
      thousandSeparator: '.',
    },
  },
  {
    name: 'ids shifted, JPY',
    shift: 1_000,
    currency: { ...dollars, code: 'JPY', symbol: '¥', decimals: 0 },
  },
];

type Visit = (key: string, value: string | number) => unknown;

/**
 * Returns a copy of a JSON value. `visit` replaces every text and number, and `rename` replaces every name of a
 * member. For the entries of a list, `visit` gets the name of the member that contains the list.
 */
function mapped(value: unknown, key: string, visit: Visit, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((entry) => mapped(entry, key, visit, rename));
  if (typeof value === 'object' && value !== null) {
    // A name such as `$bag` is a rule of replay.mjs. In `{ids: {$bag: [7]}}`, the number 7 is replaced as a
    // value of `ids`.
    const entries = Object.entries(value).map(([name, inner]) => [
      rename(name),
      mapped(inner, name.startsWith('$') ? key : name, visit, rename),
    ]);
    return Object.fromEntries(entries);
  }
  return typeof value === 'string' || typeof value === 'number' ? visit(key, value) : value;
}

const idKeys = new Set([
  'id',
  'ids',
  'parent_id',
  'parent',
  'product_id',
  'product_ids',
  'excluded_product_ids',
  'product_categories',
  'excluded_product_categories',
  'grouped_products',
  'upsell_ids',
  'cross_sell_ids',
  'related_ids',
  'variations',
  'shipping_class_id',
]);
const priceKeys = new Set(['price', 'regular_price', 'sale_price']);
const shiftOf = (value: number, by: number) => (value > 0 ? value + by : value);

/**
 * Returns an amount. For a currency without decimals, the amount is multiplied by 100, so that cents become
 * whole units.
 */
function scaled(text: string, { currency: { decimals } }: OtherShop): string {
  return decimals === 2 || text === '' ? text : String(Math.round(Number(text) * 100));
}

/**
 * Returns a file as the other shop would export it. Prices of a currency without decimals are multiplied by
 * 100, so that amounts in minor units stay the same.
 */
export function otherFile(name: string, content: unknown, shop: OtherShop): unknown {
  if (name.startsWith('settings-'))
    return mapped(
      content,
      '',
      (_key, value) => value,
      (one) => one,
    );
  if (name === 'shipping-zones.json' || name === 'site.json') return content;
  const byId = name === 'variations.json' || name === 'attribute-terms.json';
  const visit: Visit = (key, value) => {
    if (typeof value === 'number') return idKeys.has(key) ? shiftOf(value, shop.shift) : value;
    return priceKeys.has(key) ? scaled(value, shop) : value;
  };
  const rename = (one: string) => (byId && /^\d+$/.test(one) ? String(Number(one) + shop.shift) : one);
  return mapped(content, '', visit, rename);
}

/** Returns `settings-general.json` with the other shop's currency. */
export function otherSettings(content: readonly { id: string }[], { currency }: OtherShop): unknown {
  const values: Readonly<Record<string, string>> = {
    woocommerce_currency: currency.code,
    woocommerce_currency_pos: currency.position,
    woocommerce_price_num_decimals: String(currency.decimals),
    woocommerce_price_decimal_sep: currency.decimalSeparator,
    woocommerce_price_thousand_sep: currency.thousandSeparator,
  };
  return content.map((one) => (one.id in values ? { ...one, value: values[one.id] } : one));
}

/** Returns a text such as `$18.00` in the other shop's format. */
function formatted(text: string, shop: OtherShop): string {
  const { decimals, symbol, position, decimalSeparator, thousandSeparator } = shop.currency;
  const [whole = '', fraction = ''] = scaled(text.replaceAll(/[$,]/g, ''), shop).split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, thousandSeparator);
  const amount = decimals === 0 ? grouped : `${grouped}${decimalSeparator}${fraction}`;
  return position === 'left' ? `${symbol}${amount}` : `${amount} ${symbol}`;
}

const listsOfIds = /\b(include|exclude|category|tag|product|parent)=([\d,]+)/g;
const bounds = /\b(min_price|max_price)=([\d.]+)/g;

function otherPath(path: string, shop: OtherShop): string {
  const shifted = (digits: string) => String(shiftOf(Number(digits), shop.shift));
  return path
    .replaceAll(/\/(\d+)(?=[/?$]|$)/g, (_all, digits) => `/${shifted(digits)}`)
    .replaceAll(listsOfIds, (_all, name, ids) => `${name}=${ids.replaceAll(/\d+/g, shifted)}`)
    .replaceAll(bounds, (_all, name, amount) => `${name}=${scaled(amount, shop)}`);
}

function otherId(value: string | number, shop: OtherShop): string | number {
  if (!/^\d+$/.test(String(value))) return value;
  const id = shiftOf(Number(value), shop.shift);
  return typeof value === 'string' ? String(id) : id;
}

/** Returns a raw body with the ids of the other shop. */
function otherText(text: string, shop: OtherShop): string {
  return text.replaceAll(/"id":\s*"(\d+)"/g, (_all, id) => `"id":"${shiftOf(Number(id), shop.shift)}"`);
}

/**
 * Returns a recorded amount as the other shop would answer it. Amounts of v2 are in minor units, which are
 * equal in both shops. Amounts of v1 are in major units, or formatted, such as `$18.00`.
 */
function otherPrice(value: string | number, group: string, shop: OtherShop): string | number {
  if (typeof value !== 'string') return value;
  if (value.startsWith('$')) return formatted(value, shop);
  return group === 'catalogue-v1' ? scaled(value, shop) : value;
}

/** Returns recorded scenarios with the ids and amounts of the other shop. */
export function otherCases(file: CaseFile, shop: OtherShop): CaseFile {
  const visit: Visit = (key, value) => {
    if (key === 'path' || key === 'rest_url') return otherPath(String(value), shop);
    if (key === 'raw') return otherText(String(value), shop);
    if (key === 'currency_code') return shop.currency.code;
    if (key === 'currency_minor_unit') return shop.currency.decimals;
    if (idKeys.has(key)) return otherId(value, shop);
    return priceKeys.has(key) ? otherPrice(value, file.group, shop) : value;
  };
  return mapped(file, '', visit, (name) => name) as CaseFile;
}
