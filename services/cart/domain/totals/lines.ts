import type { Customer } from '#contracts/cart.ts';
import type { ProductFacts } from '#contracts/catalogue.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import { type Half, type Minor, minor, times } from '#platform/money/money.ts';
import type { Line } from '../state.ts';
import { type FactsById, factsIdOf } from '../world.ts';
import { goodsPart, type Part } from './parts.ts';
import { leviesIn } from './tax/levies.ts';
import {
  halfOf,
  type Levy,
  type LevyOf,
  mover,
  type Parting,
  partingBy,
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
  readonly taxed: Parting;
  /**
   * An amount as prices are entered, with the place's tax in it where they contain tax, as the store shows it in the
   * cart.
   */
  readonly show: (amount: Minor, levy: Levy) => Minor;
  readonly showPrice: ShowPrice;
  readonly priceLine: (line: Line, facts: ProductFacts) => PricedLine;
}

/** Makes amounts as they are entered those of the customer's place: prices that contain tax contain the store's own. */
function localPrices(levyOf: LevyOf, settings: StoreSettings): (price: Minor, taxClass: string) => Minor {
  if (!settings.tax.pricesIncludeTax) return (price) => price;
  const baseLevyOf = leviesIn(basePlace(settings), settings.tax);
  const movers = new Map<string, (gross: Minor) => Minor>();
  return (price, taxClass) => {
    const moved = movers.get(taxClass) ?? mover(baseLevyOf(taxClass), levyOf(taxClass));
    movers.set(taxClass, moved);
    return moved(price);
  };
}

/**
 * How the goods of a customer's cart are priced (docs/money.md#lines). Prices that contain tax contain that of the
 * store's own place: elsewhere the other place's takes its place.
 */
export function pricing(settings: StoreSettings, customer: Customer): Pricing {
  const levyOf = leviesIn(taxPlace(customer, settings), settings.tax);
  const taxed = partingBy(settings.tax);
  const local = localPrices(levyOf, settings);
  const levyFor = ({ taxable, taxClass }: ProductFacts) => (taxable ? levyOf(taxClass) : untaxed);
  const here = (price: Minor, { taxable, taxClass }: ProductFacts) =>
    taxable ? local(price, taxClass) : price;
  const isShownAsEntered = (settings.tax.shownInCart === 'incl') === settings.tax.pricesIncludeTax;
  const show = (amount: Minor, levy: Levy) =>
    isShownAsEntered ? amount : shownIn(settings, taxed(amount, levy));
  const showPrice: ShowPrice = (price, facts) => show(here(price, facts), levyFor(facts));
  const priceLine = (line: Line, facts: ProductFacts): PricedLine => {
    const unit = minor(line.ownPrice ?? facts.price ?? 0);
    const price = here(times(unit, line.quantity), facts);
    const levy = levyFor(facts);
    return { line, facts, levy, shown: showPrice(unit, facts), price, subtotal: taxed(price, levy) };
  };
  return { levyOf, half: halfOf(settings.tax), taxed, show, showPrice, priceLine };
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

/** What lines come to before discounts. */
export function subtotalPart(lines: readonly PricedLine[], { tax }: StoreSettings): Part {
  const amounts = lines.map(({ levy, price, subtotal }) => ({ levy, price, taxed: subtotal }));
  return goodsPart(amounts, tax.roundAtSubtotal, partingBy(tax));
}

/** What lines come to before discounts, as the store shows it in the cart. */
export function shownSubtotal(lines: readonly PricedLine[], settings: StoreSettings): Minor {
  return shownIn(settings, subtotalPart(lines, settings));
}

/** An amount with its tax, as the store shows it in the cart. */
export function shownIn({ tax }: StoreSettings, amount: Pick<Part, 'net' | 'tax'>): Minor {
  return tax.shownInCart === 'incl' ? minor(amount.net + amount.tax) : amount.net;
}
