import type { TaxRate } from '#contracts/settings.ts';
import { store } from '../../facts.fixture.ts';

const [standard] = store.tax.rates as [TaxRate];

/** A rate of so many per cent that holds everywhere, each id at a priority of its own, with what a test changes. */
export function rateOf(id: number, percent: number, changed: Partial<TaxRate> = {}): TaxRate {
  return { ...standard, id, name: `T${id}`, ppm: Math.round(percent * 10_000), priority: id, ...changed };
}

/** The same as a compound rate. */
export function compoundOf(id: number, percent: number, changed: Partial<TaxRate> = {}): TaxRate {
  return rateOf(id, percent, { compound: true, ...changed });
}
