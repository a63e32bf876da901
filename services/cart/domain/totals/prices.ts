import type { ProductFacts } from '#contracts/catalogue.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import { type Exact, finePrice } from '#platform/money/exact.ts';
import {
  type Fine,
  fine,
  fineSum,
  type Grain,
  inUnits,
  type Minor,
  minor,
  toUnit,
} from '#platform/money/money.ts';
import {
  addTax,
  extractTax,
  halfOf,
  isSameLevy,
  type Levy,
  type LevyOf,
  leviesIn,
  type PriceSplit,
  priceSplitOf,
  type ShowPrice,
  type Taxed,
  unitPrices,
  untaxed,
} from '#platform/tax/levy.ts';
import { basePlace, type Place } from '#platform/tax/place.ts';
import { type FactsById, factsIdOf } from '../../model/command.ts';
import type { CartState, Line } from '../../model/state.ts';

/** A line with its price. All amounts except `shown` are for the whole quantity. */
export interface PricedLine {
  readonly line: Line;
  readonly facts: ProductFacts;
  readonly levy: Levy;
  /** The price of one piece, as the store shows prices in the cart. */
  readonly shown: Minor;
  /** The regular price of one piece, shown in the same way; not lower than `shown`. */
  readonly shownRegular: Minor;
  /**
   * The price from which discounts are calculated. If entered prices contain tax, this price contains the tax of the
   * place where the cart is taxed.
   */
  readonly price: Fine;
  /** Net amount and taxes before discounts. */
  readonly subtotal: Taxed;
}

/** The settings and functions with which the goods of one cart are priced. */
export interface Pricing {
  readonly settings: StoreSettings;
  readonly levyOf: LevyOf;
  readonly rounding: Rounding;
  readonly taxed: PriceSplit;
  readonly showPrice: ShowPrice;
  readonly priceLine: (line: Line, facts: ProductFacts) => PricedLine;
}

/** Returns how the goods of a cart are priced if the cart is taxed in `place`. */
export function pricing(settings: StoreSettings, place: Place, grain: Grain): Pricing {
  const { tax, currency } = settings;
  const { decimals } = currency;
  const [levyOf, homeLevyOf] = [leviesIn(place, tax), leviesIn(basePlace(settings), tax)];
  const taxed = priceSplitOf(tax);
  const here = localPrices(homeLevyOf, levyOf, settings);
  const showPrice = unitPrices(tax, tax.shownInCart, homeLevyOf, levyOf, decimals);
  const priceLine = (line: Line, facts: ProductFacts): PricedLine => {
    const [unit, exact] = unitPriceOf(line, facts);
    const price = here(finePrice(unit, exact, line.quantity, decimals, grain), facts);
    const levy = facts.taxable ? levyOf(facts.taxClass) : untaxed;
    const shown = showPrice(unit, facts, exact);
    // A price that a trusted caller set is no sale.
    const { regular } = facts;
    const before = line.ownPrice === null && regular !== null && regular > unit ? minor(regular) : null;
    const shownRegular = before === null ? shown : showPrice(before, facts, facts.exact?.regular);
    return { line, facts, levy, shown, shownRegular, price, subtotal: taxed(price, levy) };
  };
  return { settings, levyOf, rounding: roundingOf(tax, grain), taxed, showPrice, priceLine };
}

/**
 * Returns a function that converts an entered price for the customer's place. If entered prices contain the
 * store's own tax, the function replaces the store's tax by the tax of the customer's place.
 */
function localPrices(homeLevyOf: LevyOf, levyOf: LevyOf, { tax }: StoreSettings) {
  if (!tax.pricesIncludeTax) return (price: Fine) => price;
  const classes = new Map<string, readonly [home: Levy, here: Levy] | null>();
  return (price: Fine, { taxable, taxClass }: ProductFacts): Fine => {
    if (!taxable) return price;
    let levies = classes.get(taxClass);
    if (levies === undefined) {
      const [home, here] = [homeLevyOf(taxClass), levyOf(taxClass)];
      levies = isSameLevy(home, here) ? null : [home, here];
      classes.set(taxClass, levies);
    }
    if (levies === null) return price;
    const { net } = extractTax(price, levies[0]);
    return fine(net + fineSum(addTax(net, levies[1]).taxes));
  };
}

/** Returns the price of one piece of a line: the price that a trusted caller set, else the catalogue's. */
function unitPriceOf({ ownPrice }: Line, { price, exact }: ProductFacts): [Minor, Exact | undefined] {
  return ownPrice === null ? [minor(price ?? 0), exact?.price] : [minor(ownPrice), undefined];
}

/**
 * Returns the sum of all lines and fees at their entered prices, rounded to minor units. Negative fees count as
 * positive.
 */
export function enteredIn({ lines, fees }: Pick<CartState, 'lines' | 'fees'>, facts: FactsById): number {
  let size = 0;
  for (const line of lines) size += (line.ownPrice ?? facts.get(factsIdOf(line))?.price ?? 0) * line.quantity;
  for (const { amount } of fees) size += Math.abs(amount);
  return size;
}

/** Returns the lines with their prices. Lines whose product no longer exists are omitted. */
export function pricedLines(lines: readonly Line[], facts: FactsById, { priceLine }: Pricing): PricedLine[] {
  const found: PricedLine[] = [];
  for (const line of lines) {
    const known = facts.get(factsIdOf(line));
    if (known && known.status !== 'trash') found.push(priceLine(line, known));
  }
  return found;
}

export function subtotalPart(lines: readonly PricedLine[], { rounding }: Pricing): PartTotals {
  return goodsTotals(
    lines.map(({ levy, subtotal }) => ({ levy, taxed: subtotal })),
    rounding,
  );
}

/** Returns an amount as the store shows amounts in the cart: with or without tax. */
export function shownIn({ tax }: StoreSettings, amount: Pick<PartTotals, 'net' | 'tax'>): Fine {
  return tax.shownInCart === 'incl' ? fine(amount.net + amount.tax) : amount.net;
}

/** Net and tax of a part of a cart: goods, shipping or fees. */
export interface PartTotals {
  readonly net: Fine;
  readonly tax: Fine;
  /** Tax amounts by the id of the tax rate. */
  readonly taxes: ReadonlyMap<number, Fine>;
}

/** An amount with its taxes and its levy (the combined tax rates). */
interface TaxedAmount {
  readonly levy: Levy;
  readonly taxed: Taxed;
}

export function sumOfAmounts(all: readonly TaxedAmount[]): PartTotals {
  // Many amounts share few levies, so amounts are first added by levy. Rates are then looked up once for each levy.
  const byLevy = new Map<Levy, number[]>();
  let net = 0;
  let tax = 0;
  for (const { taxed, levy } of all) {
    net += taxed.net;
    let sums = byLevy.get(levy);
    if (!sums) {
      sums = levy.rates.map(() => 0);
      byLevy.set(levy, sums);
    }
    for (let rate = 0; rate < sums.length; rate += 1) {
      const amount = taxed.taxes[rate] ?? 0;
      tax += amount;
      sums[rate] = (sums[rate] ?? 0) + amount;
    }
  }
  const taxes = new Map<number, Fine>();
  for (const [{ rates }, sums] of byLevy) {
    for (const [index, { id }] of rates.entries())
      taxes.set(id, fine((taxes.get(id) ?? 0) + (sums[index] ?? 0)));
  }
  return { net: fine(net), tax: fine(tax), taxes };
}

/** Returns the sum of a cart's lines. Each line is rounded first, but not if the store rounds at the subtotal. */
export function goodsTotals(all: readonly TaxedAmount[], { amount, tax }: Rounding): PartTotals {
  return sumOfAmounts(
    all.map(({ levy, taxed }) => ({
      levy,
      taxed: { net: amount(taxed.net), taxes: taxed.taxes.map(tax) },
    })),
  );
}

/** How the amounts of one cart are rounded (docs/money.md, "Rounding"). */
export interface Rounding {
  readonly grain: Grain;
  /** Rounds the tax of one tax rate on one line, fee or shipping rate, before this tax is added to a sum. */
  readonly tax: (tax: Fine) => Fine;
  /** Rounds each tax of a line, fee or shipping rate with `tax`, and returns the sum of the rounded taxes. */
  readonly taxes: (taxes: readonly Fine[]) => Fine;
  /** Rounds a line's amount without tax, or a tax on shipping, before this amount is added to a sum. */
  readonly amount: (amount: Fine) => Fine;
  /** Returns an amount rounded to whole minor units, as answers show the amount. */
  readonly toMinor: (amount: Fine) => Minor;
  /** Returns the sum of all taxes, rounded to whole minor units like each tax. */
  readonly taxToMinor: (tax: Fine) => Minor;
}

/**
 * Returns the rounding of a store. If the store rounds at the subtotal, amounts are rounded only when they
 * are shown.
 */
function roundingOf(settings: StoreSettings['tax'], grain: Grain): Rounding {
  const half = halfOf(settings);
  const toMinor = (amount: Fine) => inUnits(amount, grain, 'awayFromZero');
  const taxToMinor = (amount: Fine) => inUnits(amount, grain, half);
  const shown = { grain, toMinor, taxToMinor };
  if (settings.roundAtSubtotal) return { ...shown, tax: unrounded, taxes: fineSum, amount: unrounded };
  const tax = (amount: Fine) => toUnit(amount, grain, half);
  return {
    ...shown,
    tax,
    taxes: (taxes) => fineSum(taxes.map(tax)),
    amount: (amount) => toUnit(amount, grain, 'awayFromZero'),
  };
}

const unrounded = (amount: Fine) => amount;
