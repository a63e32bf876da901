import type { Notice } from '#contracts/cart.ts';
import { minor } from '#platform/money/money.ts';
import { formatted } from '#platform/money/text.ts';
import { isReckonable } from '../limits.ts';
import { sizesIn } from '../lines/amount.ts';
import type { CartState, Line } from '../state.ts';
import { pricing } from '../totals/lines.ts';
import { taxedAt } from '../totals/reckoning.ts';
import { type FactsById, factsIdOf, type World } from '../world.ts';

/** The price that a line has come to have since its shopper was told one; null when there is nothing to tell. */
function newPrice(line: Line, facts: FactsById): number | null {
  const price = facts.get(factsIdOf(line))?.price ?? null;
  return line.ownPrice === null && line.seenPrice !== null && line.seenPrice !== price ? price : null;
}

/**
 * A notice for each line whose price is another one than when the cart was last written
 * (docs/reference/rules.md#checked-at-every-read). Reads write nothing, so every read tells it; the next change of the
 * cart tells it once more, and keeps the price as seen.
 */
export function priceNotices(state: CartState, world: World): Notice[] {
  const { lines } = state;
  const changed = lines.filter((line) => newPrice(line, world.facts) !== null);
  if (changed.length === 0) return [];
  const { showPrice } = pricing(world.settings, taxedAt(state, world), 1);
  const { ofPrice } = sizesIn(state, world);
  return changed.flatMap((line): Notice[] => {
    const facts = world.facts.get(factsIdOf(line));
    // What no cart could come to any more is not told.
    if (!facts || !isReckonable(ofPrice(Math.max(line.seenPrice ?? 0, facts.price ?? 0), facts))) return [];
    const text = (price: number | null) =>
      formatted(showPrice(minor(price ?? 0), facts), world.settings.currency);
    const [before, now] = [text(line.seenPrice), text(facts.price)];
    return [{ kind: 'notice', text: `The price of "${facts.name}" has changed from ${before} to ${now}.` }];
  });
}

function withSeenPrice(line: Line, facts: FactsById): Line {
  const price = facts.get(factsIdOf(line))?.price ?? null;
  return price === null || price === line.seenPrice ? line : { ...line, seenPrice: price };
}

/**
 * The cart that a change made, with the prices that its shopper now knows, and a notice for each that is new to them:
 * of lines that were there `before`, what they cost then.
 */
export function priceChangesTold(
  before: CartState,
  after: CartState,
  world: World,
): { state: CartState; notices: readonly Notice[] } {
  if (after === before) return { state: after, notices: [] };
  const seen = new Map(before.lines.map(({ key, ownPrice, seenPrice }) => [key, ownPrice ?? seenPrice]));
  const told = after.lines.map((line) => ({ ...line, seenPrice: seen.get(line.key) ?? line.seenPrice }));
  const notices = priceNotices({ ...after, lines: told }, world);
  return { state: { ...after, lines: after.lines.map((line) => withSeenPrice(line, world.facts)) }, notices };
}
