import type { Cart, CartTotals } from '#contracts/cart.ts';
import type { ProductFacts } from '#contracts/catalogue.ts';
import type { StoreSettings, TaxRate } from '#contracts/settings.ts';
import { type Minor, minor, sum, times } from '#platform/money/money.ts';
import type { Line } from './state.ts';
import { rateCode, rateFor, taxed } from './tax.ts';

/** A line with what it costs. Amounts in minor units, `net` and `tax` for the whole quantity. */
export interface PricedLine {
  readonly line: Line;
  readonly facts: ProductFacts;
  /** One piece, as the store's prices are entered. */
  readonly unit: Minor;
  /** One piece, as the store shows prices in the cart. */
  readonly shown: Minor;
  readonly net: Minor;
  readonly tax: Minor;
  readonly rate: TaxRate | null;
}

/** Prices a line. Tax is rounded per line, so the printed lines add up to the printed total (contract 4.7). */
export function priceLine(
  line: Line,
  facts: ProductFacts,
  settings: StoreSettings,
  country: string,
): PricedLine {
  const { tax: rules } = settings;
  const unit = minor(line.ownPrice ?? facts.price ?? 0);
  const rate = facts.taxable ? rateFor(rules, facts.taxClass, country) : null;
  const whole = taxed(times(unit, line.quantity), rate, rules.pricesIncludeTax);
  const one = taxed(unit, rate, rules.pricesIncludeTax);
  const shown = rules.shownInCart === 'incl' ? sum([one.net, one.tax]) : one.net;
  return { line, facts, unit, shown, net: whole.net, tax: whole.tax, rate };
}

/** The taxes of a cart, one entry a rate, in the order in which lines bear them. */
export function taxesOf(lines: readonly PricedLine[]): Cart['taxes'] {
  const byRate = Map.groupBy(
    lines.filter(({ rate }) => rate !== null),
    ({ rate }) => rate?.id,
  );
  return [...byRate.values()].flatMap((bearing) => {
    const rate = bearing[0]?.rate;
    if (!rate) return [];
    const amount = sum(bearing.map(({ tax }) => tax));
    const { id, name, compound } = rate;
    return [{ rateId: id, code: rateCode(rate), label: name, compound, amount, shippingAmount: 0 }];
  });
}

/**
 * Totals of priced lines (contract 4.7): the parts always sum to the whole. Nothing here grants a discount, carries
 * a fee or ships, so those members are zero.
 */
export function totalsOf(lines: readonly PricedLine[], taxes: Cart['taxes']): CartTotals {
  const subtotal = sum(lines.map(({ net }) => net));
  const subtotalTax = sum(lines.map(({ tax }) => tax));
  return {
    subtotal,
    subtotalTax,
    discount: 0,
    discountTax: 0,
    contents: subtotal,
    contentsTax: subtotalTax,
    contentsTaxes: taxes.map(({ amount }) => amount),
    fees: 0,
    feesTax: 0,
    feesTaxes: [],
    shipping: 0,
    shippingTax: 0,
    shippingTaxes: [],
    total: sum([subtotal, subtotalTax]),
    totalTax: subtotalTax,
  };
}
