import type { ProductFacts } from '#contracts/catalogue.ts';
import type { Notice } from '#contracts/notices.ts';
import type { Exact } from '#platform/money/exact.ts';
import { minor } from '#platform/money/money.ts';
import { formatted } from '#platform/money/text.ts';
import { type CommandContext, type FactsById, factsIdOf } from '../../model/command.ts';
import { isSafeAmount } from '../../model/limits.ts';
import type { CartState, Line } from '../../model/state.ts';
import { taxedAt } from '../totals/calculation.ts';
import { countedAmountsIn } from '../totals/counted-amount.ts';
import { pricing } from '../totals/prices.ts';

/**
 * Returns a notice for each line whose price has changed since the cart was last written
 * (docs/reference/rules.md#checked-at-every-read). A read does not store the new price, so every read returns the
 * notice. The next change of the cart returns the notice once more and stores the new price.
 */
export function priceNotices(state: CartState, context: CommandContext): Notice[] {
  const { lines } = state;
  const changed = lines.filter((line) => hasNewPrice(line, context.facts));
  if (changed.length === 0) return [];
  const { showPrice } = pricing(context.settings, taxedAt(state, context), 1);
  const { ofPrice } = countedAmountsIn(state, context);
  return changed.flatMap((line): Notice[] => {
    const facts = context.facts.get(factsIdOf(line));
    // A price that is too high to calculate causes no notice.
    if (!facts || !isSafeAmount(ofPrice(Math.max(line.seenPrice ?? 0, facts.price ?? 0), facts))) return [];
    const text = (price: number | null, exact: Exact | undefined) =>
      formatted(showPrice(minor(price ?? 0), facts, exact), context.settings.currency);
    const [before, now] = [text(line.seenPrice, line.seenExact), text(facts.price, facts.exact?.price)];
    if (before === now) return [];
    return [{ kind: 'notice', code: 'price_changed', data: { name: facts.name, before, now } }];
  });
}

/**
 * Returns the cart `after` a change, with the current prices stored as seen. Also returns a notice for each line whose
 * price differs from the price that the shopper saw in the cart `before` the change.
 */
export function withPriceNotices(
  before: CartState,
  after: CartState,
  context: CommandContext,
): { state: CartState; notices: readonly Notice[] } {
  if (after === before) return { state: after, notices: [] };
  const seen = new Map(before.lines.map((line) => [line.key, line]));
  const lines = after.lines.map((line): Line => {
    const { ownPrice = null, seenPrice = null, seenExact } = seen.get(line.key) ?? {};
    if (ownPrice !== null) return { ...line, seenPrice: ownPrice, seenExact: undefined };
    return seenPrice === null ? line : { ...line, seenPrice, seenExact };
  });
  const notices = priceNotices({ ...after, lines }, context);
  return {
    state: { ...after, lines: after.lines.map((line) => withSeenPrice(line, context.facts)) },
    notices,
  };
}

/** Returns whether the catalogue's price of a line differs from the price that the shopper last saw. */
function hasNewPrice(line: Line, facts: FactsById): boolean {
  return line.ownPrice === null && line.seenPrice !== null && withSeenPrice(line, facts) !== line;
}

/** Returns a line with the catalogue's current price as seen; the same line if the price is unknown or unchanged. */
function withSeenPrice(line: Line, facts: FactsById): Line {
  const { price = null, exact } = facts.get(factsIdOf(line)) ?? {};
  if (price === null) return line;
  const isSame = price === line.seenPrice && exact?.price === line.seenExact;
  return isSame ? line : { ...line, seenPrice: price, seenExact: exact?.price };
}

/** A line whose product exists, with the facts to which its quantity is compared. */
interface StockedLine {
  readonly line: Line;
  readonly facts: ProductFacts;
}

/** Quantities in a cart by stock unit. Lines that use the same stock count together. */
export type HeldByUnit = ReadonlyMap<number, number>;

/** Returns the quantity that a cart has of each counted stock, by stock unit. */
export function heldByUnit(lines: readonly StockedLine[]): HeldByUnit {
  const held = new Map<number, number>();
  for (const { line, facts } of lines) {
    if (facts.stock.managed) held.set(facts.stockUnit, (held.get(facts.stockUnit) ?? 0) + line.quantity);
  }
  return held;
}

/**
 * Returns one notice for each stock that is too small for the cart, even if several lines use this stock
 * (docs/reference/rules.md#checked-at-every-read).
 */
export function stockNotices(lines: readonly StockedLine[], held: HeldByUnit): Notice[] {
  const short = lines.filter(({ facts }) => isShort(facts, held));
  if (short.length === 0) return [];
  const byUnit = Map.groupBy(short, ({ facts }) => facts.stockUnit);
  return [...byUnit.values()].map((some) => shortageNotice(some, held));
}

function shortageNotice(lines: readonly StockedLine[], heldBy: HeldByUnit): Notice {
  const names = [...new Set(lines.map(({ facts }) => facts.name))];
  const [{ stock, stockUnit }] = lines.map(({ facts }) => facts) as [ProductFacts];
  const left = stock.status === 'outofstock' ? 0 : Math.max(0, stock.quantity ?? 0);
  if (left === 0) return { kind: 'error', code: 'out_of_stock', data: { names } };
  return { kind: 'error', code: 'stock_short', data: { names, left, held: heldBy.get(stockUnit) ?? 0 } };
}

function isShort(facts: ProductFacts, held: HeldByUnit): boolean {
  const { backorders, status } = facts.stock;
  return status === 'outofstock' || (backorders === 'no' && exceedsStock(facts, held));
}

/**
 * Returns whether part of a line is on backorder and the shopper is to be notified (docs/reference/cart.md#the-item).
 */
export function isOnBackorder(facts: ProductFacts, held: HeldByUnit): boolean {
  const { backorders, managed, status } = facts.stock;
  return backorders === 'notify' && (managed ? exceedsStock(facts, held) : status === 'onbackorder');
}

/** Returns whether the cart has more of a stock than is available. */
function exceedsStock({ stock, stockUnit }: ProductFacts, held: HeldByUnit): boolean {
  return stock.managed && (stock.quantity ?? 0) < (held.get(stockUnit) ?? 0);
}
