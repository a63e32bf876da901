import type { Basket, Coupon, Line, Method, Place, Store, TaxRate } from './description.ts';
import { costOf, type Known } from './expression.ts';
import { decimal, type Fraction, fraction, halfUp, isLess, plus, sum, times, zero } from './fraction.ts';
import { grainOf } from './grain.ts';
import { byNumbers, chargedIn, isAddress, placeOf, zoneOf } from './places.ts';
import { type Taxes, taxesOn } from './taxes.ts';

/** A shipping method with its net cost for the package. The cost is a fine amount (docs/glossary.md). */
export interface Rate {
  readonly key: string;
  readonly isPickup: boolean;
  readonly cost: bigint;
  readonly taxes: Taxes;
}

/** The shipping methods, and the chosen method; `chosen` is null if no method is offered. */
export interface Shipping {
  readonly rates: readonly Rate[];
  readonly chosen: Rate | null;
}

/** Data of the cart that shipping needs. All amounts are fine amounts (docs/glossary.md). */
export interface Shown {
  readonly coupons: readonly Coupon[];
  /** Net total of each line after discounts. */
  readonly lineTotals: readonly bigint[];
  /** The subtotal and the discount on the subtotal, with or without tax as the store shows prices. */
  readonly subtotal: bigint;
  readonly discount: bigint;
}

/** A line of the package with its total. */
interface Packed {
  readonly line: Line;
  readonly total: bigint;
}

/** The maximum cost of a method in minor units (docs/money.md, maximum amounts). */
const maxAmount = 2n ** 48n;

function isShipped(line: Line): boolean {
  return !line.virtual;
}

/** Returns the tax rates on shipping; empty if no line makes shipping taxable. */
function ratesOnShipping(store: Store, basket: Basket, place: Place): TaxRate[] {
  const onShipping = (taxClass: string) =>
    chargedIn(store, place, taxClass).filter((rate) => rate.onShipping);
  /**
   * Returns the rates of a tax class. In version 9.9, a class without rates on shipping uses the rates of the standard
   * class.
   */
  const charged = (taxClass: string) => {
    const own = onShipping(taxClass);
    return own.length === 0 && store.version === '9.9' ? onShipping('standard') : own;
  };
  if (store.shippingTaxClass !== 'inherit') return charged(store.shippingTaxClass);
  const classes = basket.lines
    .filter((line) => isShipped(line) && line.tax !== 'none')
    .map(({ taxClass }) => taxClass || 'standard');
  if (classes.length === 0) return [];
  if (classes.includes('standard')) return charged('standard');
  return charged([...classes].sort()[0] ?? '');
}

/** Returns the values of the placeholders in a cost: the number of pieces and their price in major units. */
function knownOf(packedLines: readonly Packed[], { decimals, grain }: Measure): Known {
  return {
    qty: BigInt(packedLines.reduce((pieces, { line }) => pieces + line.quantity, 0)),
    cost: fraction(sum(packedLines.map(({ total }) => total)), grain * 10n ** BigInt(decimals)),
  };
}

/** The number of decimals of a major unit, and the grain (docs/glossary.md). */
interface Measure {
  readonly decimals: number;
  readonly grain: bigint;
}

function inGrains(major: Fraction, { decimals, grain }: Measure): bigint {
  return halfUp(times(major, fraction(grain * 10n ** BigInt(decimals))));
}

/**
 * Returns the cost of a flat rate plus the costs of its shipping classes (all of them, or only the highest);
 * null if no cost is set.
 */
function flatRate({ settings }: Method, packedLines: readonly Packed[], measure: Measure): bigint | null {
  const classes = Map.groupBy(packedLines, ({ line }) => line.shippingClass);
  const classCosts = [...classes].flatMap(([id, inClass]) => {
    const text = (id === 0 ? settings.no_class_cost : settings[`class_cost_${id}`]) ?? '';
    return text === '' ? [] : [costOf(text, knownOf(inClass, measure))];
  });
  const text = settings.cost ?? '';
  if (text === '' && classCosts.length === 0) return null;
  const cost = text === '' ? zero : costOf(text, knownOf(packedLines, measure));
  const dearest = classCosts.reduce((most, one) => (isLess(most, one) ? one : most), zero);
  return inGrains(settings.type === 'order' ? plus(cost, dearest) : classCosts.reduce(plus, cost), measure);
}

function isFree({ settings }: Method, shown: Shown, { decimals, grain }: Measure): boolean {
  const compared = settings.ignore_discounts === 'yes' ? shown.subtotal : shown.subtotal - shown.discount;
  const minimum = inGrains(decimal(settings.min_amount || '0'), { decimals, grain: 1n });
  const isEnough = halfUp(fraction(compared, grain)) >= minimum;
  const grantedByCoupon = shown.coupons.some(({ freeShipping }) => freeShipping);
  switch (settings.requires) {
    case 'min_amount':
      return isEnough;
    case 'coupon':
      return grantedByCoupon;
    case 'either':
      return isEnough || grantedByCoupon;
    case 'both':
      return isEnough && grantedByCoupon;
    default:
      return true;
  }
}

/** Returns the cost of a shipping method; null if the method is not offered. */
function costOfMethod(
  method: Method,
  packedLines: readonly Packed[],
  shown: Shown,
  measure: Measure,
): bigint | null {
  if (!method.enabled) return null;
  if (method.kind === 'flat_rate') return flatRate(method, packedLines, measure);
  if (method.kind === 'free_shipping') return isFree(method, shown, measure) ? 0n : null;
  if (method.kind === 'local_pickup') return inGrains(decimal(method.settings.cost || '0'), measure);
  return null;
}

function chosenOf(rates: readonly Rate[], basket: Basket, { coupons }: Shown): Rate | null {
  const chosen = rates.find(({ key }) => key === basket.chosenRate);
  const grantedByCoupon = coupons.some(({ freeShipping }) => freeShipping);
  const free = grantedByCoupon ? rates.find(({ key }) => key.startsWith('free_shipping:')) : undefined;
  return chosen ?? free ?? rates[0] ?? null;
}

/** Returns whether the store ships to the address of the basket and shows costs for this address. */
function isShownFor(store: Store, { shipping }: Basket): boolean {
  const { country } = placeOf(shipping, store);
  const isOneOf = (countries: readonly string[]) => countries.length === 0 || countries.includes(country);
  if (!store.ships || !isOneOf(store.sellsTo) || !isOneOf(store.shipsTo)) return false;
  return !store.hiddenUntilAddress || isAddress(shipping);
}

/** Returns the shipping methods for a basket, as docs/money.md describes them under shipping. */
export function shippingOf(store: Store, basket: Basket, taxedAt: Place, shown: Shown): Shipping {
  const measure = { decimals: store.decimals, grain: grainOf(basket) };
  const place = placeOf(basket.shipping, store);
  const packedLines = basket.lines
    .map((line, index) => ({ line, total: shown.lineTotals[index] ?? 0n }))
    .filter(({ line }) => isShipped(line));
  if (packedLines.length === 0 || !isShownFor(store, basket)) return { rates: [], chosen: null };
  const methods = [...(zoneOf(store, place)?.methods ?? [])].sort((left, right) =>
    byNumbers([left.order, left.instance], [right.order, right.instance]),
  );
  const taxRates = ratesOnShipping(store, basket, taxedAt);
  const rates = methods.flatMap((method): Rate[] => {
    const cost = costOfMethod(method, packedLines, shown, measure);
    if (cost === null || cost > maxAmount * measure.grain) return [];
    const taxes = taxesOn(cost, method.settings.tax_status === 'none' ? [] : taxRates);
    const isPickup = method.kind === 'local_pickup';
    return [{ key: `${method.kind}:${method.instance}`, isPickup, cost, taxes }];
  });
  return { rates, chosen: chosenOf(rates, basket, shown) };
}
