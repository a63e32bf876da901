import type { Schemas } from './types.ts';

/** A currency, and how the shop writes its amounts. */
export interface Currency extends Readonly<Schemas['ProductCurrency']> {}

/** An amount in whole minor units of its currency: 1250 for €12.50. */
export interface Money {
  readonly minor: number;
  readonly currency: Currency;
}

/** An entry of an answer with its amounts. */
export type WithMoney<Entry, Amount> = Entry & { money: Amount };

/** Amounts by the names that they have in the answer beside them. */
type Amounts<Name extends string> = { readonly [One in Name]: Money };
/** Amounts of which some may be missing, such as the price of a product that is not for sale. */
type PossibleAmounts<Name extends string> = { readonly [One in Name]: Money | null };

const totalNames = [
  ...(['subtotal', 'subtotal_tax', 'discount_total', 'discount_tax', 'fee_total', 'fee_tax'] as const),
  ...(['shipping_total', 'shipping_tax', 'total', 'total_tax'] as const),
] as const;
const itemPriceNames = ['price', 'regular_price'] as const;
const itemTotalNames = ['subtotal', 'subtotal_tax', 'total', 'tax'] as const;
const feeNames = ['amount', 'total', 'tax'] as const;
const rateNames = ['cost', 'taxes'] as const;
const priceNames = ['price', 'regular_price', 'sale_price'] as const;

/** The totals of a cart. */
export type CartMoney = Amounts<(typeof totalNames)[number]>;
/** The price of one piece, and the amounts of a whole item. */
export type ItemMoney = Amounts<(typeof itemPriceNames)[number] | (typeof itemTotalNames)[number]>;
export type FeeMoney = Amounts<(typeof feeNames)[number]>;
export type RateMoney = Amounts<(typeof rateNames)[number]>;
export type CouponMoney = Amounts<'saving'>;
/** The prices of a product; `min` and `max` are those of its variations, or its price. */
export type PriceMoney = PossibleAmounts<(typeof priceNames)[number] | 'min' | 'max'>;
/** The prices of a product that goes with a cart. */
export type CrossSellMoney = PossibleAmounts<(typeof priceNames)[number]>;
/** The price of a product in short form, such as a related one. */
export type CardMoney = PossibleAmounts<'price'>;

/** Returns the minor units of a decimal amount; null for an amount that is missing. */
function minorUnits(amount: unknown, { currency_minor_unit: places }: Currency): number | null {
  const text = typeof amount === 'number' ? amount.toFixed(places) : amount;
  if (typeof text !== 'string' || !/^-?\d+(\.\d+)?$/.test(text)) return null;
  const [whole = '', fraction = ''] = text.split('.');
  return Number(whole + fraction.slice(0, places).padEnd(places, '0'));
}

type Json = { [name: string]: unknown };
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;
const entriesOf = (value: unknown): Json[] => (isObject(value) ? Object.values(value).filter(isObject) : []);

/** Returns the amounts that an object has under these names. `areMinor` says that they are in minor units already. */
function amountsIn(from: unknown, names: readonly string[], currency: Currency, areMinor = false): Json {
  const all: Json = {};
  if (!isObject(from)) return all;
  const format = areMinor ? { ...currency, currency_minor_unit: 0 } : currency;
  for (const name of names) {
    if (!(name in from)) continue;
    // No tax is an empty text.
    const text = name === 'taxes' && from[name] === '' ? '0' : from[name];
    const minor = minorUnits(text, format);
    all[name] = minor === null ? null : { minor, currency };
  }
  return all;
}

/**
 * Adds the member `money` to the cart of an answer, its items, coupons, fees and shipping rates. Amounts of members that
 * the request did not choose are left out, and so are totals that are formatted.
 */
export function addCartMoney(cart: unknown, form: 'decimal' | 'minor' | 'formatted'): void {
  if (!isObject(cart) || !isObject(cart.currency)) return;
  const currency = cart.currency as Currency;
  if (form !== 'formatted') cart.money = amountsIn(cart.totals, totalNames, currency, form === 'minor');
  for (const item of [...entriesOf(cart.items), ...entriesOf(cart.removed_items)]) {
    item.money = {
      ...amountsIn(item.prices, itemPriceNames, currency),
      ...amountsIn(item.totals, itemTotalNames, currency),
    };
  }
  for (const coupon of entriesOf(cart.coupons)) coupon.money = amountsIn(coupon, ['saving'], currency);
  for (const fee of entriesOf(cart.fees)) fee.money = amountsIn(fee, feeNames, currency);
  for (const { rates } of entriesOf(isObject(cart.shipping) && cart.shipping.packages))
    for (const rate of entriesOf(rates)) rate.money = amountsIn(rate, rateNames, currency);
  for (const product of entriesOf(cart.cross_sells)) product.money = amountsIn(product, priceNames, currency);
}

/** Returns a currency in the form of variations, which are read by themselves, in that of all other answers. */
function fromShort({ code, symbol, position, decimals, ...format }: Schemas['ShortCurrency']): Currency {
  return {
    currency_code: code,
    currency_symbol: symbol,
    currency_minor_unit: decimals,
    currency_decimal_separator: format.decimal_separator,
    currency_thousand_separator: format.thousand_separator,
    currency_prefix: position === 'left' ? symbol : position === 'left_space' ? `${symbol} ` : '',
    currency_suffix: position === 'right' ? symbol : position === 'right_space' ? ` ${symbol}` : '',
  };
}

/** Returns the currency of prices; null if the request has not chosen it. */
function currencyOf(prices: Json): Currency | null {
  const { currency } = prices;
  if (!isObject(currency)) return null;
  if ('currency_minor_unit' in currency) return currency as unknown as Currency;
  return 'decimals' in currency ? fromShort(currency as unknown as Schemas['ShortCurrency']) : null;
}

/** Adds the member `money` to a product or variation of an answer, and to the variations and other products in it. */
export function addPriceMoney(product: unknown): void {
  if (!isObject(product)) return;
  for (const variation of entriesOf(product.variations)) addPriceMoney(variation);
  const { prices } = product;
  const currency = isObject(prices) && currencyOf(prices);
  if (!isObject(prices) || !currency) return;
  const own = amountsIn(prices, priceNames, currency);
  const range = amountsIn(prices.price_range, ['min', 'max'], currency);
  product.money = { ...own, min: range.min ?? own.price ?? null, max: range.max ?? own.price ?? null };
  for (const others of [product.related, product.upsells, product.cross_sells])
    for (const card of entriesOf(others)) card.money = amountsIn(card, ['price'], currency);
}

/** Returns the sum of amounts of one currency. @throws TypeError without any amount, and for several currencies */
export function sumOf(...all: readonly Money[]): Money {
  const [first, ...others] = all;
  if (!first) throw new TypeError('A sum needs an amount.');
  const code = first.currency.currency_code;
  const other = others.find(({ currency }) => currency.currency_code !== code);
  if (other) throw new TypeError(`${code} and ${other.currency.currency_code} have no sum.`);
  return { ...first, minor: all.reduce((sum, { minor }) => sum + minor, 0) };
}

/** Returns an amount as the shop writes amounts: `€1.250,00`. */
export function formatMoney({ minor, currency }: Money): string {
  const places = currency.currency_minor_unit;
  const digits = String(Math.abs(minor)).padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, () => currency.currency_thousand_separator);
  const fraction = places > 0 ? currency.currency_decimal_separator + digits.slice(-places) : '';
  return `${minor < 0 ? '−' : ''}${currency.currency_prefix}${grouped}${fraction}${currency.currency_suffix}`;
}
