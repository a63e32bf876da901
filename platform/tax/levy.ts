import { LRUCache } from 'lru-cache';
import type { StoreSettings, TaxRate } from '#contracts/settings.ts';
import { type Exact, finePrice } from '#platform/money/exact.ts';
import {
  atFinest,
  type Fine,
  fine,
  fineSum,
  type Grain,
  type Half,
  inUnits,
  type Minor,
  share,
  toUnit,
} from '#platform/money/money.ts';
import { memo } from '#platform/util/memo.ts';
import type { Place } from './place.ts';
import { ratesIn } from './rates.ts';

/**
 * The combined tax rates of a tax class in a place: on a net amount of `whole`, each rate adds its number in
 * `shares`. 20 % is `whole` 5 and `shares` [1]. The numbers are in lowest terms, because large numbers need
 * big integers, which are ten times slower.
 */
export interface Levy {
  readonly rates: readonly TaxRate[];
  /** The tax of each rate on a net amount of `whole`. */
  readonly shares: readonly (number | bigint)[];
  readonly whole: number | bigint;
  /** The gross amount for a net amount of `whole`: `whole` plus all shares. */
  readonly withTax: number | bigint;
}

/** A net amount and the tax of each rate, not yet rounded to minor units. */
export interface Taxed {
  readonly net: Fine;
  readonly taxes: readonly Fine[];
}

const million = 1_000_000n;

/** The levy of a tax class without rates: no tax. */
export const untaxed: Levy = { rates: [], shares: [], whole: 1, withTax: 1 };

function commonDivisor(one: bigint, other: bigint): bigint {
  return other === 0n ? one : commonDivisor(other, one % other);
}

/** Returns the numbers divided by their greatest common divisor, as plain numbers if all are safe integers. */
function inLeastTerms(numbers: readonly bigint[]): readonly (number | bigint)[] {
  const divisor = numbers.reduce(commonDivisor);
  const least = numbers.map((one) => one / divisor);
  return least.every((one) => one <= Number.MAX_SAFE_INTEGER) ? least.map(Number) : least;
}

/**
 * Returns the levy of some rates. Plain rates tax the net amount. Then each compound rate taxes the net
 * amount plus all previous taxes.
 */
export function levyOf(rates: readonly TaxRate[]): Levy {
  if (rates.length === 0) return untaxed;
  const plain = rates.filter(({ compound }) => !compound);
  const compound = rates.filter((rate) => rate.compound);
  let whole = million;
  let shares = plain.map(({ ppm }) => BigInt(ppm));
  let withTax = shares.reduce((all, part) => all + part, whole);
  for (const { ppm } of compound) {
    // For a net amount of `whole`, the compound rate adds a tax of `withTax` × `ppm` / 1,000,000. All numbers are
    // multiplied by a million, so that this tax is an integer.
    const next = withTax * BigInt(ppm);
    shares = [...shares.map((part) => part * million), next];
    withTax = withTax * million + next;
    whole *= million;
  }
  const [minWhole, minWithTax, ...minShares] = inLeastTerms([whole, withTax, ...shares]);
  return {
    rates: [...plain, ...compound],
    shares: minShares,
    whole: minWhole as number | bigint,
    withTax: minWithTax as number | bigint,
  };
}

/** Returns a net amount with the tax that each rate adds. */
export function addTax(net: Fine, { shares, whole }: Levy): Taxed {
  return { net, taxes: shares.map((part) => share(net, part, whole)) };
}

/** Splits a gross amount into its net amount and the tax of each rate. */
export function extractTax(gross: Fine, { shares, withTax }: Levy): Taxed {
  const taxes = shares.map((part) => share(gross, part, withTax));
  return { net: fine(gross - fineSum(taxes)), taxes };
}

/** Splits an entered price, net or gross, into the net amount and the tax. */
export type PriceSplit = (price: Fine, levy: Levy) => Taxed;

/** Returns how a store splits prices: tax is added to net prices and extracted from gross prices. */
export function priceSplitOf({ pricesIncludeTax }: StoreSettings['tax']): PriceSplit {
  return pricesIncludeTax ? extractTax : addTax;
}

/** Returns how half a minor unit of tax is rounded: away from zero for net prices, towards zero for gross prices. */
export function halfOf({ pricesIncludeTax }: Pick<StoreSettings['tax'], 'pricesIncludeTax'>): Half {
  return pricesIncludeTax ? 'towardsZero' : 'awayFromZero';
}

/** Returns whether two levies have the same rates in the same order. */
export function isSameLevy({ rates: one }: Levy, { rates: other }: Levy): boolean {
  return (
    one === other || (one.length === other.length && one.every(({ id }, index) => id === other[index]?.id))
  );
}

/** Returns the levy of a tax class in a place; an empty text is the standard class. */
export type LevyOf = (taxClass: string) => Levy;

/** Maximum number of cached places of a store. */
const maxPlaces = 1_000;

/** The cache of one store: its tax classes with rates, and for each recent place the levy of each tax class. */
interface StoreCache {
  readonly classes: ReadonlySet<string>;
  readonly places: LRUCache<string, Map<string, Levy>>;
}

/** Returns the cache of a store. */
const cacheOf = memo(
  (tax: StoreSettings['tax']): StoreCache => ({
    classes: new Set(tax.rates.map(({ taxClass }) => taxClass)),
    // With `max`, the cache would at once allocate room for all places, although most stores sell to few.
    places: new LRUCache<string, Map<string, Levy>>({ maxSize: maxPlaces, sizeCalculation: () => 1 }),
  }),
);

/**
 * Returns a function that returns the levy of a tax class in a place. With `shipping`, the levy has only the
 * rates on shipping. The same place and class give the same object, so that callers can group lines by levy.
 * Recent places are cached.
 */
export function leviesIn(place: Place, tax: StoreSettings['tax'], shipping = false): LevyOf {
  const { country, state, postcode, city } = place;
  const cache = cacheOf(tax);
  const key = [country, state, postcode, city, shipping].join('\n');
  const levies = cache.places.get(key) ?? new Map<string, Levy>();
  cache.places.set(key, levies);
  return (given) => {
    const taxClass = given || 'standard';
    // Unknown tax classes are not cached, because fees may name any text as class.
    if (!cache.classes.has(taxClass)) return untaxed;
    const cached = levies.get(taxClass);
    if (cached) return cached;
    const rates = ratesIn(place, tax, taxClass);
    const levy = levyOf(shipping ? rates.filter((rate) => rate.shipping) : rates);
    levies.set(taxClass, levy);
    return levy;
  };
}

/** Members of a product that determine its tax. */
interface TaxedProduct {
  readonly taxable: boolean;
  readonly taxClass: string;
}

/** Returns a unit price as a store shows it. `exact` is the exact amount of a price with further decimals. */
export type ShowPrice = (price: Minor, product: TaxedProduct, exact?: Exact) => Minor;

type Tax = Pick<StoreSettings['tax'], 'enabled' | 'pricesIncludeTax' | 'roundAtSubtotal'>;

/**
 * Returns the sum of taxes. Rounds each tax to minor units first; a store that rounds at the subtotal skips
 * this rounding.
 */
function taxSum(taxes: readonly Fine[], tax: Tax, grain: Grain): Fine {
  return fineSum(tax.roundAtSubtotal ? taxes : taxes.map((one) => toUnit(one, grain, halfOf(tax))));
}

/** Returns a gross price with the tax of `here` instead of the tax of `home`. */
function withReplacedTax(price: Fine, home: Levy, here: Levy, tax: Tax, grain: Grain): Fine {
  const { net, taxes } = extractTax(price, home);
  return fine(price - taxSum(taxes, tax, grain) + taxSum(addTax(net, here).taxes, tax, grain));
}

/** Converts a price that the store entered, net or gross, to a price with the tax of `here`. */
function withTax(price: Fine, home: Levy, here: Levy, tax: Tax, grain: Grain): Fine {
  if (!tax.pricesIncludeTax) return fine(price + taxSum(addTax(price, here).taxes, tax, grain));
  return isSameLevy(home, here) ? price : withReplacedTax(price, home, here, tax, grain);
}

/**
 * Returns the function that shows unit prices with or without tax (docs/money.md, "Prices of products"). Gross
 * prices include the tax of the store's place, `home`. Prices shown with tax include the tax of the place
 * `here`. Shown prices are rounded half up to the `decimals` of the currency.
 */
export function unitPrices(
  tax: Tax,
  shown: 'incl' | 'excl',
  home: LevyOf,
  here: LevyOf,
  decimals: number,
): ShowPrice {
  // A store without taxes, or with net prices shown as net, shows the entered price.
  if (!tax.enabled || (shown === 'excl' && !tax.pricesIncludeTax)) return (price) => price;
  return (price, { taxable, taxClass }, exact) => {
    if (!taxable) return price;
    const [ownLevy, levy] = [home(taxClass), here(taxClass)];
    return atFinest(price, (grain) => {
      const entered = finePrice(price, exact, 1, decimals, grain);
      const amount =
        shown === 'incl' ? withTax(entered, ownLevy, levy, tax, grain) : extractTax(entered, ownLevy).net;
      return inUnits(amount, grain, 'awayFromZero');
    });
  };
}
