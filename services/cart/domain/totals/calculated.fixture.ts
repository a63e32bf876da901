import type { ProductFacts } from '#contracts/catalogue.ts';
import type { StoreSettings, TaxRate } from '#contracts/settings.ts';
import { store } from '../../model/context.fixture.ts';
import { type CartState, emptyState, type Line } from '../../model/state.ts';

/** Returns a line of a product in this quantity. `changed` replaces members. */
export function lineOf({ id }: ProductFacts, quantity: number, changed: Partial<Line> = {}): Line {
  const chosen = { key: `line ${id}`, productId: id, variationId: 0, quantity, attributes: {}, itemData: {} };
  return { ...chosen, ownPrice: null, seenPrice: null, stockUnit: id, name: '', ...changed };
}

/** Returns the test store with other tax rates and rules. */
export function taxedBy(
  rates: readonly TaxRate[],
  changed: Partial<StoreSettings['tax']> = {},
): StoreSettings {
  return { ...store, tax: { ...store.tax, rates: [...rates], ...changed } };
}

/** Returns a fee. A fee without a tax class is not taxable. */
export function feeOf(amount: number, taxClass: string | null = null): CartState['fees'][number] {
  return { name: 'Fee', amount, taxable: taxClass !== null, taxClass: taxClass ?? '' };
}

export function cartIn(country: string, changed: Partial<CartState>): CartState {
  const empty = emptyState(0);
  const { billing, shipping } = empty.customer;
  const customer = { billing: { ...billing, country }, shipping: { ...shipping, country } };
  return { ...empty, customer, ...changed };
}
