import type { TaxRate } from '#contracts/settings.ts';
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

/** Sums taxed amounts, each of which has been rounded. */
export function partOf(all: readonly Pick<Amount, 'taxed' | 'levy'>[]): Part {
  const taxes = new Map<number, Minor>();
  let net = 0;
  let tax = 0;
  for (const { taxed, levy } of all) {
    net += taxed.net;
    tax += taxed.tax;
    for (const [index, amount] of taxed.taxes.entries()) {
      const { id } = levy.rates[index] as TaxRate;
      taxes.set(id, minor((taxes.get(id) ?? 0) + amount));
    }
  }
  return { net: minor(net), tax: minor(tax), taxes };
}

/**
 * Sums goods. Where the store rounds at the subtotal, all that bears the same rates is taxed as one amount instead of
 * line by line (contract 4.7).
 */
export function goodsPart(all: readonly Amount[], atSubtotal: boolean, taxed: Parting): Part {
  if (!atSubtotal) return partOf(all);
  const prices = new Map<Levy, Minor>();
  for (const { levy, price } of all) prices.set(levy, minor((prices.get(levy) ?? 0) + price));
  return partOf([...prices].map(([levy, price]) => ({ levy, taxed: taxed(price, levy) })));
}
