import { type Fine, fine } from '#platform/money/fine-amounts.ts';
import type { Levy, Taxed } from '#platform/tax/levy.ts';
import type { Rounding } from './rounding.ts';

/** Net and tax of a part of a cart: goods, shipping or fees. */
export interface PartTotals {
  readonly net: Fine;
  readonly tax: Fine;
  /** Tax amounts by the id of the tax rate. */
  readonly taxes: ReadonlyMap<number, Fine>;
}

/** An amount with its taxes and its levy (the combined tax rates). */
export interface TaxedAmount {
  readonly levy: Levy;
  readonly taxed: Taxed;
}

/** Returns the sum of amounts without rounding. */
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
