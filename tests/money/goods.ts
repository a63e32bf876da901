import type { Basket, Line, Place, Store, TaxRate } from './description.ts';
import { sum } from './fraction.ts';
import { chargedIn, taxedIn } from './places.ts';
import { movedTo, type Taxed, taxesOn, taxesWithin, together } from './taxes.ts';

/** Lines without tax and their taxes: each as it is shown, and all as they are counted in the totals. */
export interface Goods {
  readonly lines: readonly Taxed[];
  readonly all: Taxed;
}

function ratesOf(store: Store, line: Line, place: Place): TaxRate[] {
  return line.tax === 'taxable' ? chargedIn(store, place, line.taxClass) : [];
}

/** What each line costs here, with tax where prices contain it: that of the store's own place is made that of here. */
export function pricesOf(store: Store, basket: Basket): bigint[] {
  return basket.lines.map((line) => {
    const price = BigInt(line.unitPrice) * BigInt(line.quantity);
    if (!store.pricesWithTax) return price;
    const here = ratesOf(store, line, taxedIn(store, basket));
    return movedTo(here, price, ratesOf(store, line, store.address));
  });
}

/** A line, or several with the same rates, at a price with tax where prices contain it. */
function taxed(store: Store, price: bigint, rates: readonly TaxRate[]): Taxed {
  return store.pricesWithTax
    ? taxesWithin(price, rates)
    : { net: price, taxes: taxesOn(store, price, rates) };
}

function added(parts: readonly Taxed[]): Taxed {
  return { net: sum(parts.map(({ net }) => net)), taxes: together(parts.map(({ taxes }) => taxes)) };
}

/** docs/money.md, lines. `prices` are those of `pricesOf`, or what discounts leave of them. */
export function goodsAt(store: Store, basket: Basket, prices: readonly bigint[]): Goods {
  const place = taxedIn(store, basket);
  const all = basket.lines.map((line, index) => ({
    price: prices[index] ?? 0n,
    rates: ratesOf(store, line, place),
  }));
  const lines = all.map(({ price, rates }) => taxed(store, price, rates));
  if (!store.roundsAtSubtotal) return { lines, all: added(lines) };
  const groups = Map.groupBy(all, ({ rates }) => rates.map(({ id }) => id).join());
  const wholes = [...groups.values()].map((group) =>
    taxed(store, sum(group.map(({ price }) => price)), group[0]?.rates ?? []),
  );
  return { lines, all: added(wholes) };
}
