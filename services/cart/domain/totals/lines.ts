import type { Customer } from '#contracts/cart.ts';
import type { ProductFacts } from '#contracts/catalogue.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import { type Half, type Minor, minor, times, zero } from '#platform/money/money.ts';
import type { Line } from '../state.ts';
import { type FactsById, factsIdOf } from '../world.ts';
import {
  type Levy,
  type LevyOf,
  levied,
  leviesIn,
  moved,
  released,
  type Taxed,
  untaxed,
} from './tax/levy.ts';
import { basePlace, taxPlace } from './tax/place.ts';

/** A line with what it costs. Amounts in minor units, for the whole quantity where not said otherwise. */
export interface PricedLine {
  readonly line: Line;
  readonly facts: ProductFacts;
  readonly levy: Levy;
  /** One piece as the store shows prices in the cart. */
  readonly shown: Minor;
  /** As prices are entered, with the place's tax in it where they contain tax. Coupons count on it. */
  readonly price: Minor;
  /** Before discounts. */
  readonly subtotal: Taxed;
}

/** A price of a product, or nothing, as the store shows prices in the cart. */
export type ShowPrice = (price: Minor, facts: ProductFacts) => Minor;

/** How the goods of one cart are priced. */
export interface Pricing {
  readonly levyOf: LevyOf;
  readonly half: Half;
  /** Parts an amount as prices are entered into what it is without tax, and the tax. */
  readonly taxed: (price: Minor, levy: Levy) => Taxed;
  readonly showPrice: ShowPrice;
  readonly priceLine: (line: Line, facts: ProductFacts) => PricedLine;
}

/**
 * How the goods of a customer's cart are priced (contract 4.7). Prices that contain tax contain that of the store's own
 * place: elsewhere the other place's takes its place. Tax on prices without tax is rounded half up, else half down.
 */
export function pricing(settings: StoreSettings, customer: Customer): Pricing {
  const { pricesIncludeTax, shownInCart } = settings.tax;
  const levyOf = leviesIn(taxPlace(customer, settings), settings.tax);
  const baseLevyOf = pricesIncludeTax ? leviesIn(basePlace(settings), settings.tax) : levyOf;
  const half: Half = pricesIncludeTax ? 'down' : 'up';
  const taxed = (price: Minor, levy: Levy) =>
    pricesIncludeTax ? released(price, levy, half) : levied(price, levy, half);
  const levyFor = ({ taxable, taxClass }: ProductFacts) => (taxable ? levyOf(taxClass) : untaxed);
  const here = (price: Minor, { taxable, taxClass }: ProductFacts) =>
    pricesIncludeTax && taxable ? moved(price, baseLevyOf(taxClass), levyOf(taxClass)) : price;
  const showPrice: ShowPrice = (entered, facts) => {
    const price = here(entered, facts);
    if ((shownInCart === 'incl') === pricesIncludeTax) return price;
    const { net, tax } = taxed(price, levyFor(facts));
    return pricesIncludeTax ? net : minor(net + tax);
  };
  const priceLine = (line: Line, facts: ProductFacts): PricedLine => {
    const unit = minor(line.ownPrice ?? facts.price ?? 0);
    const price = here(times(unit, line.quantity), facts);
    const levy = levyFor(facts);
    return { line, facts, levy, shown: showPrice(unit, facts), price, subtotal: taxed(price, levy) };
  };
  return { levyOf, half, taxed, showPrice, priceLine };
}

/** Lines with what they cost. Those whose product is gone are left out. */
export function pricedLines(lines: readonly Line[], facts: FactsById, { priceLine }: Pricing): PricedLine[] {
  const found: PricedLine[] = [];
  for (const line of lines) {
    const known = facts.get(factsIdOf(line));
    if (known && known.status !== 'trash') found.push(priceLine(line, known));
  }
  return found;
}

/** What lines come to before discounts, as the store shows it in the cart. */
export function shownSubtotal(lines: readonly PricedLine[], { tax }: StoreSettings): Minor {
  const amount = ({ subtotal }: PricedLine) =>
    tax.shownInCart === 'incl' ? subtotal.net + subtotal.tax : subtotal.net;
  return minor(lines.reduce<number>((all, line) => all + amount(line), zero));
}
