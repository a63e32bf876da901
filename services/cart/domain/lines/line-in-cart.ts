import type { ProductFacts } from '#contracts/catalogue.ts';
import { refusal } from '#platform/errors/errors.ts';
import { type CommandContext, factsIdOf } from '../../model/command.ts';
import type { Line } from '../../model/state.ts';

/**
 * Returns the `ownPrice` of a line that joins two lines. If the two lines differ in `ownPrice`, returns null (the
 * catalogue's price), because a caller sets a price only for the pieces of one line.
 */
export function mergedPrice(held: Pick<Line, 'ownPrice'>, joining: Pick<Line, 'ownPrice'>): number | null {
  return held.ownPrice === joining.ownPrice ? held.ownPrice : null;
}

/** Returns a line with this quantity. A new quantity ends the price that a caller set (`ownPrice`). */
export function withQuantity(line: Line, quantity: number): Line {
  return quantity === line.quantity ? line : { ...line, quantity, ownPrice: null };
}

/** Checks a line key. @throws ServiceError `service_cart_item_key_required` for a key that is empty or 0 */
export function requireKey(lineKey: string): void {
  if (lineKey === '' || lineKey === '0') throw refusal('service_cart_item_key_required', {});
}

/** Returns the line with this key; undefined for an unknown key. */
export function lineWith(lines: readonly Line[], key: string): Line | undefined {
  return lines.find((line) => line.key === key);
}

/**
 * Returns the facts of a line's product. @throws ServiceError `service_cannot_be_purchased` for a product that no
 * longer exists
 */
export function factsOfLine(line: Line, { facts }: CommandContext): ProductFacts {
  const known = facts.get(factsIdOf(line));
  if (!known) throw refusal('service_cannot_be_purchased', {});
  return known;
}
