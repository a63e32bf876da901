import type { Basket, Line, Place, Store, TaxRate } from './description.ts';
import { fraction, halfUp, minorUnits, sum, times } from './fraction.ts';
import { grainOf, type Rounding, roundingOf } from './grain.ts';
import { chargedIn } from './places.ts';
import { isSame, movedTo, type Taxed, type Taxes, taxesOn, taxesWithin, together, whole } from './taxes.ts';

/**
 * Net amount and unrounded taxes of each line. `all` is the sum of the lines. If the store does not round at
 * the subtotal, each line is rounded before the lines are added.
 */
export interface Goods {
  readonly lines: readonly Taxed[];
  readonly all: Taxed;
}

function ratesOf(store: Store, line: Line, place: Place): TaxRate[] {
  return line.tax === 'taxable' ? chargedIn(store, place, line.taxClass) : [];
}

/** Returns the entered price of some pieces of a line as a fine amount. */
function priceOf({ decimals }: Store, { unitPrice, exact }: Line, quantity: number, grain: bigint): bigint {
  return halfUp(times(minorUnits(unitPrice, exact, decimals), fraction(BigInt(quantity) * grain)));
}

/**
 * Returns the price of each line in a place. If prices include tax, the tax of the place replaces the tax of
 * the store.
 */
export function pricesOf(store: Store, basket: Basket, place: Place): bigint[] {
  const grain = grainOf(basket);
  return basket.lines.map((line) => {
    const price = priceOf(store, line, line.quantity, grain);
    if (!store.pricesWithTax) return price;
    return movedTo(ratesOf(store, line, place), price, ratesOf(store, line, store.address));
  });
}

/**
 * Returns the net amount and taxes of a line or of its discount. `price` includes tax if the prices of the
 * store do.
 */
export function lineAt(store: Store, line: Line, price: bigint, place: Place): Taxed {
  const rates = ratesOf(store, line, place);
  return store.pricesWithTax ? taxesWithin(price, rates) : { net: price, taxes: taxesOn(price, rates) };
}

function roundedLine({ net, taxes }: Taxed, { amount, tax }: Rounding): Taxed {
  return { net: amount(net), taxes: new Map([...taxes].map(([id, one]) => [id, tax(one)])) };
}

/**
 * Returns the goods as docs/money.md describes them under lines. `prices` are the prices of the lines, before or
 * after discounts.
 */
export function goodsAt(store: Store, basket: Basket, prices: readonly bigint[], place: Place): Goods {
  const rounding = roundingOf(store, grainOf(basket));
  const lines = basket.lines.map((line, index) => lineAt(store, line, prices[index] ?? 0n, place));
  const all = lines.map((line) => roundedLine(line, rounding));
  return {
    lines,
    all: { net: sum(all.map(({ net }) => net)), taxes: together(all.map(({ taxes }) => taxes)) },
  };
}

/**
 * Returns the price of one piece as the store shows it, in minor units (docs/money.md, prices of products).
 */
export function unitOf(store: Store, line: Line, place: Place): bigint {
  const grain = grainOf({ lines: [{ ...line, quantity: 1 }], fees: [] });
  const { tax } = roundingOf(store, grain);
  const rounded = (taxes: Taxes) => sum([...taxes.values()].map(tax));
  const price = priceOf(store, line, 1, grain);
  const [home, here] = [ratesOf(store, line, store.address), ratesOf(store, line, place)];
  const within = taxesWithin(price, home);
  const shown = () => {
    if (!store.shownWithTax) return store.pricesWithTax ? price - whole(within.taxes) : price;
    if (!store.pricesWithTax) return price + rounded(taxesOn(price, here));
    if (isSame(home, here)) return price;
    return price - rounded(within.taxes) + rounded(taxesOn(within.net, here));
  };
  return halfUp(fraction(shown(), grain));
}
