import type { Notice } from '#contracts/cart.ts';
import type { ProductFacts } from '#contracts/catalogue.ts';
import { nameList } from '../../model/command.ts';
import type { Line } from '../../model/state.ts';

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

/** Returns whether the cart has more of a stock than is available. */
function exceedsStock({ stock, stockUnit }: ProductFacts, held: HeldByUnit): boolean {
  return stock.managed && (stock.quantity ?? 0) < (held.get(stockUnit) ?? 0);
}

/**
 * Returns whether part of a line is on backorder and the shopper is to be notified (docs/reference/cart.md#the-item).
 */
export function isOnBackorder(facts: ProductFacts, held: HeldByUnit): boolean {
  const { backorders, managed, status } = facts.stock;
  return backorders === 'notify' && (managed ? exceedsStock(facts, held) : status === 'onbackorder');
}

function isShort(facts: ProductFacts, held: HeldByUnit): boolean {
  const { backorders, status } = facts.stock;
  return status === 'outofstock' || (backorders === 'no' && exceedsStock(facts, held));
}

function shortageText(lines: readonly StockedLine[], held: HeldByUnit): string {
  const names = lines.map(({ facts }) => facts.name);
  const isOne = new Set(names).size === 1;
  const [{ stock, stockUnit }] = lines.map(({ facts }) => facts) as [ProductFacts];
  const left = stock.status === 'outofstock' ? 0 : Math.max(0, stock.quantity ?? 0);
  if (left === 0) return `${nameList(names)} ${isOne ? 'is' : 'are'} out of stock.`;
  const there = left === 1 ? 'There is only 1' : `There are only ${left}`;
  const together = isOne ? '' : ' together';
  return `${there} of ${nameList(names)}${together} in stock, and your cart has ${held.get(stockUnit)}.`;
}

/**
 * Returns one notice for each stock that is too small for the cart, even if several lines use this stock
 * (docs/reference/rules.md#checked-at-every-read).
 */
export function stockNotices(lines: readonly StockedLine[], held: HeldByUnit): Notice[] {
  const short = lines.filter(({ facts }) => isShort(facts, held));
  if (short.length === 0) return [];
  const byUnit = Map.groupBy(short, ({ facts }) => facts.stockUnit);
  return [...byUnit.values()].map((some) => ({ kind: 'error', text: shortageText(some, held) }));
}
