import type { Basket, Coupon, Line, Method, Store, TaxRate } from './description.ts';
import { costOf, type Known } from './expression.ts';
import { decimal, type Fraction, fraction, halfUp, isLess, plus, sum, times, zero } from './fraction.ts';
import { byNumbers, chargedIn, isAddress, placeOf, taxedIn, zoneOf } from './places.ts';
import { type Taxes, taxesOn } from './taxes.ts';

/** A way to ship the package, with what it costs without tax. */
export interface Rate {
  readonly key: string;
  readonly cost: bigint;
  readonly taxes: Taxes;
}

/** The ways to ship, and the one that counts; null where there is none. */
export interface Shipping {
  readonly rates: readonly Rate[];
  readonly chosen: Rate | null;
}

/** What shipping goes by, beside store and basket. */
export interface Shown {
  readonly coupons: readonly Coupon[];
  /** What each line comes to without tax after discounts. */
  readonly lineTotals: readonly bigint[];
  /** The subtotal, and the discount on it, as the store shows them. */
  readonly subtotal: bigint;
  readonly discount: bigint;
}

/** A line of the package with what it comes to. */
interface Packed {
  readonly line: Line;
  readonly total: bigint;
}

/** docs/money.md, how much is too much: what a way to ship may cost. */
const mostAmount = 2n ** 48n;

function isShipped(line: Line): boolean {
  return !line.virtual;
}

/** The rates on shipping; none where nothing makes it taxed. */
function ratesOnShipping(store: Store, basket: Basket): TaxRate[] {
  const place = taxedIn(store, basket);
  const charged = (taxClass: string) =>
    chargedIn(store, place, taxClass).filter(({ onShipping }) => onShipping);
  if (store.shippingTaxClass !== 'inherit') return charged(store.shippingTaxClass);
  const classes = basket.lines
    .filter((line) => isShipped(line) && line.tax !== 'none')
    .map(({ taxClass }) => taxClass || 'standard');
  if (classes.includes('standard')) return charged('standard');
  return charged(store.rates.find(({ taxClass }) => classes.includes(taxClass))?.taxClass ?? 'none');
}

/** What a cost's placeholders stand for: so many pieces and what they come to. */
function knownOf(packed: readonly Packed[], { decimals }: Store): Known {
  return {
    qty: BigInt(packed.reduce((pieces, { line }) => pieces + line.quantity, 0)),
    cost: fraction(sum(packed.map(({ total }) => total)), 10n ** BigInt(decimals)),
  };
}

function minorUnits(major: Fraction, { decimals }: Store): bigint {
  return halfUp(times(major, fraction(10n ** BigInt(decimals))));
}

/** The sum of the cost and of those of the classes, or of the dearest of these; null where no cost is given. */
function flatRate({ settings }: Method, packed: readonly Packed[], store: Store): bigint | null {
  const classes = Map.groupBy(packed, ({ line }) => line.shippingClass);
  const classCosts = [...classes].flatMap(([id, those]) => {
    const text = (id === 0 ? settings.no_class_cost : settings[`class_cost_${id}`]) ?? '';
    return text === '' ? [] : [costOf(text, knownOf(those, store))];
  });
  const text = settings.cost ?? '';
  if (text === '' && classCosts.length === 0) return null;
  const cost = text === '' ? zero : costOf(text, knownOf(packed, store));
  const dearest = classCosts.reduce((most, one) => (isLess(most, one) ? one : most), zero);
  return minorUnits(settings.type === 'order' ? plus(cost, dearest) : classCosts.reduce(plus, cost), store);
}

function isFree({ settings }: Method, shown: Shown, store: Store): boolean {
  const compared = settings.ignore_discounts === 'yes' ? shown.subtotal : shown.subtotal - shown.discount;
  const minimum = minorUnits(decimal(settings.min_amount || '0'), store);
  const isEnough = compared >= minimum;
  const isGranted = shown.coupons.some(({ freeShipping }) => freeShipping);
  switch (settings.requires) {
    case 'min_amount':
      return isEnough;
    case 'coupon':
      return isGranted;
    case 'either':
      return isEnough || isGranted;
    case 'both':
      return isEnough && isGranted;
    default:
      return true;
  }
}

/** What a way to ship costs; null where it is not offered. */
function costOfMethod(method: Method, packed: readonly Packed[], shown: Shown, store: Store): bigint | null {
  if (!method.enabled) return null;
  if (method.kind === 'flat_rate') return flatRate(method, packed, store);
  if (method.kind === 'free_shipping') return isFree(method, shown, store) ? 0n : null;
  if (method.kind === 'local_pickup') return minorUnits(decimal(method.settings.cost || '0'), store);
  return null;
}

function chosenOf(rates: readonly Rate[], basket: Basket, { coupons }: Shown): Rate | null {
  const chosen = rates.find(({ key }) => key === basket.chosenRate);
  const isGranted = coupons.some(({ freeShipping }) => freeShipping);
  const free = isGranted ? rates.find(({ key }) => key.startsWith('free_shipping:')) : undefined;
  return chosen ?? free ?? rates[0] ?? null;
}

/** Whether the store ships there, and says what it costs. */
function isShownFor(store: Store, { shipping }: Basket): boolean {
  const { country } = placeOf(shipping, store);
  const isOneOf = (countries: readonly string[]) => countries.length === 0 || countries.includes(country);
  if (!store.ships || !isOneOf(store.sellsTo) || !isOneOf(store.shipsTo)) return false;
  return !store.hiddenUntilAddress || isAddress(shipping);
}

/** docs/money.md, shipping. */
export function shippingOf(store: Store, basket: Basket, shown: Shown): Shipping {
  const place = placeOf(basket.shipping, store);
  const packed = basket.lines
    .map((line, index) => ({ line, total: shown.lineTotals[index] ?? 0n }))
    .filter(({ line }) => isShipped(line));
  if (packed.length === 0 || !isShownFor(store, basket)) return { rates: [], chosen: null };
  const methods = [...(zoneOf(store, place)?.methods ?? [])].sort((left, right) =>
    byNumbers([left.order, left.instance], [right.order, right.instance]),
  );
  const taxRates = ratesOnShipping(store, basket);
  const rates = methods.flatMap((method): Rate[] => {
    const cost = costOfMethod(method, packed, shown, store);
    if (cost === null || cost > mostAmount) return [];
    const taxes = taxesOn(store, cost, method.settings.tax_status === 'none' ? [] : taxRates);
    return [{ key: `${method.kind}:${method.instance}`, cost, taxes }];
  });
  return { rates, chosen: chosenOf(rates, basket, shown) };
}
