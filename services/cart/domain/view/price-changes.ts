import type { Notice } from '#contracts/cart.ts';
import { minor } from '#platform/money/money.ts';
import { formatted } from '#platform/money/text.ts';
import { type CommandContext, type FactsById, factsIdOf } from '../command-context.ts';
import { isSafeAmount } from '../limits.ts';
import { countedAmountsIn } from '../lines/amount.ts';
import type { CartState, Line } from '../state.ts';
import { taxedAt } from '../totals/calculation.ts';
import { pricing } from '../totals/lines.ts';

/** Returns the catalogue's current price of a line if the shopper last saw another price, else null. */
function newPrice(line: Line, facts: FactsById): number | null {
  const price = facts.get(factsIdOf(line))?.price ?? null;
  return line.ownPrice === null && line.seenPrice !== null && line.seenPrice !== price ? price : null;
}

/**
 * Returns a notice for each line whose price has changed since the cart was last written
 * (docs/reference/rules.md#checked-at-every-read). A read does not store the new price, so every read returns the
 * notice. The next change of the cart returns the notice once more and stores the new price.
 */
export function priceNotices(state: CartState, context: CommandContext): Notice[] {
  const { lines } = state;
  const changed = lines.filter((line) => newPrice(line, context.facts) !== null);
  if (changed.length === 0) return [];
  const { showPrice } = pricing(context.settings, taxedAt(state, context), 1);
  const { ofPrice } = countedAmountsIn(state, context);
  return changed.flatMap((line): Notice[] => {
    const facts = context.facts.get(factsIdOf(line));
    // A price that is too high to calculate causes no notice.
    if (!facts || !isSafeAmount(ofPrice(Math.max(line.seenPrice ?? 0, facts.price ?? 0), facts))) return [];
    const text = (price: number | null) =>
      formatted(showPrice(minor(price ?? 0), facts), context.settings.currency);
    const [before, now] = [text(line.seenPrice), text(facts.price)];
    return [{ kind: 'notice', text: `The price of "${facts.name}" has changed from ${before} to ${now}.` }];
  });
}

function withSeenPrice(line: Line, facts: FactsById): Line {
  const price = facts.get(factsIdOf(line))?.price ?? null;
  return price === null || price === line.seenPrice ? line : { ...line, seenPrice: price };
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
  const seen = new Map(before.lines.map(({ key, ownPrice, seenPrice }) => [key, ownPrice ?? seenPrice]));
  const lines = after.lines.map((line) => ({ ...line, seenPrice: seen.get(line.key) ?? line.seenPrice }));
  const notices = priceNotices({ ...after, lines: lines }, context);
  return {
    state: { ...after, lines: after.lines.map((line) => withSeenPrice(line, context.facts)) },
    notices,
  };
}
