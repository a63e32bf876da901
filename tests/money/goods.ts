import type { Basket, Line, Store, TaxRate } from './description.ts';
import { sum } from './fraction.ts';
import { chargedIn, taxedIn } from './places.ts';
import { movedTo, type Taxed, taxesOn, taxesWithin, together } from './taxes.ts';

/** What a line costs as its price is entered, and the rates that it bears here and in the store's own place. */
interface Priced {
  readonly price: bigint;
  readonly rates: readonly TaxRate[];
  readonly home: readonly TaxRate[];
}

/** Lines without tax and their taxes: each as it is shown, and all as they are counted in the totals. */
export interface Goods {
  readonly lines: readonly Taxed[];
  readonly all: Taxed;
}

function priced(store: Store, basket: Basket, line: Line, price: bigint): Priced {
  if (line.tax !== 'taxable') return { price, rates: [], home: [] };
  return {
    price,
    rates: chargedIn(store, taxedIn(store, basket), line.taxClass),
    home: chargedIn(store, store.address, line.taxClass),
  };
}

/** What is shown of a line, or of several with the same rates: an amount as it is here, taxed. */
function taxed(store: Store, amount: bigint, rates: readonly TaxRate[]): Taxed {
  return store.pricesWithTax ? taxesWithin(amount, rates) : { net: amount, taxes: taxesOn(amount, rates) };
}

/** The line's amount here: prices with tax are moved from the store's own place. */
function hereOf(store: Store, { price, rates, home }: Priced): bigint {
  return store.pricesWithTax ? movedTo(rates, price, home) : price;
}

function added(parts: readonly Taxed[]): Taxed {
  return { net: sum(parts.map(({ net }) => net)), taxes: together(parts.map(({ taxes }) => taxes)) };
}

/** docs/money.md, lines. `prices` are those of the basket's lines as prices are entered, before or after discounts. */
export function goodsAt(store: Store, basket: Basket, prices: readonly bigint[]): Goods {
  const all = basket.lines.map((line, index) => priced(store, basket, line, prices[index] ?? 0n));
  const lines = all.map((one) => taxed(store, hereOf(store, one), one.rates));
  if (!store.roundsAtSubtotal) return { lines, all: added(lines) };
  const groups = Map.groupBy(all, ({ rates }) => rates.map(({ id }) => id).join());
  const wholes = [...groups.values()].map((group) => {
    const here = sum(group.map((one) => hereOf(store, one)));
    return taxed(store, here, group[0]?.rates ?? []);
  });
  return { lines, all: added(wholes) };
}
