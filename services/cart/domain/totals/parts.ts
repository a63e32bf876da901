import { type Minor, minor } from '#platform/money/money.ts';
import type { Levy, Parting, Taxed } from './tax/levy.ts';

/** Net and tax of some part of a cart: goods, shipping or fees. */
export interface Part {
  readonly net: Minor;
  readonly tax: Minor;
  /** By the id of the rate. */
  readonly taxes: ReadonlyMap<number, Minor>;
}

/** Something of a cart with what it comes to. */
interface Amount {
  readonly levy: Levy;
  /** As the store enters prices. */
  readonly price: Minor;
  /** The price, parted and rounded by itself. */
  readonly taxed: Taxed;
}

/** The taxes of a levy's rates, added to those by id. */
function addTaxes(taxes: Map<number, Minor>, { rates }: Levy, amounts: readonly number[]): void {
  for (const [index, { id }] of rates.entries()) {
    taxes.set(id, minor((taxes.get(id) ?? 0) + (amounts[index] ?? 0)));
  }
}

/** Sums taxed amounts, each of which has been rounded. */
export function partOf(all: readonly Pick<Amount, 'taxed' | 'levy'>[]): Part {
  // Many amounts have few levies: rates are looked up once for each of these.
  const byLevy = new Map<Levy, number[]>();
  let net = 0;
  let tax = 0;
  for (const { taxed, levy } of all) {
    net += taxed.net;
    tax += taxed.tax;
    const sums = byLevy.get(levy);
    if (!sums) byLevy.set(levy, [...taxed.taxes]);
    else
      for (let rate = 0; rate < sums.length; rate += 1)
        sums[rate] = (sums[rate] ?? 0) + (taxed.taxes[rate] ?? 0);
  }
  const taxes = new Map<number, Minor>();
  for (const [levy, sums] of byLevy) addTaxes(taxes, levy, sums);
  return { net: minor(net), tax: minor(tax), taxes };
}

/**
 * Sums goods. Where the store rounds at the subtotal, all that bears the same rates is taxed as one amount instead of
 * line by line (docs/money.md#lines).
 */
export function goodsPart(all: readonly Amount[], atSubtotal: boolean, taxed: Parting): Part {
  if (!atSubtotal) return partOf(all);
  const prices = new Map<Levy, Minor>();
  for (const { levy, price } of all) prices.set(levy, minor((prices.get(levy) ?? 0) + price));
  return partOf([...prices].map(([levy, price]) => ({ levy, taxed: taxed(price, levy) })));
}
