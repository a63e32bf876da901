import type { Cart, CartTotals, Customer } from '#contracts/cart.ts';
import type { ProductFacts } from '#contracts/catalogue.ts';
import type { StoreSettings, TaxRate } from '#contracts/settings.ts';
import { type Minor, minor, sum, times } from '#platform/money/money.ts';
import type { Line } from '../state.ts';
import { rateCode, ratesIn, taxed } from './tax.ts';

/** A line with what it costs. Amounts in minor units, `net` and `tax` for the whole quantity. */
export interface PricedLine {
  readonly line: Line;
  readonly facts: ProductFacts;
  /** One piece, as the store shows prices in the cart. */
  readonly shown: Minor;
  readonly net: Minor;
  readonly tax: Minor;
  readonly rate: TaxRate | null;
}

/** A price of a product as the store shows prices in the cart. */
export type ShowPrice = (price: Minor, facts: ProductFacts) => Minor;

/** How the goods of one cart are priced. */
export interface Pricing {
  readonly showPrice: ShowPrice;
  readonly priceLine: (line: Line, facts: ProductFacts) => PricedLine;
}

/** The country whose taxes a cart bears. */
function taxCountry(customer: Customer, { tax, address, defaultCountry }: StoreSettings): string {
  return tax.basedOn === 'base' ? address.country : customer[tax.basedOn].country || defaultCountry;
}

/**
 * How the goods of a customer's cart are priced. Tax is rounded per line, so the printed lines add up to the printed
 * total (contract 4.7).
 */
export function pricing(settings: StoreSettings, customer: Customer): Pricing {
  const { pricesIncludeTax, shownInCart } = settings.tax;
  const rateOf = ratesIn(settings.tax, taxCountry(customer, settings));
  const rate = ({ taxable, taxClass }: ProductFacts) => (taxable ? rateOf(taxClass) : null);
  const showPrice: ShowPrice = (price, facts) => {
    if ((shownInCart === 'incl') === pricesIncludeTax) return price;
    const { net, tax } = taxed(price, rate(facts), pricesIncludeTax);
    return pricesIncludeTax ? net : sum([net, tax]);
  };
  const priceLine = (line: Line, facts: ProductFacts) => {
    const unit = minor(line.ownPrice ?? facts.price ?? 0);
    const borne = rate(facts);
    const { net, tax } = taxed(times(unit, line.quantity), borne, pricesIncludeTax);
    return { line, facts, shown: showPrice(unit, facts), net, tax, rate: borne };
  };
  return { showPrice, priceLine };
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
