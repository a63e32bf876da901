import type { Line } from '../state.ts';

/**
 * Returns the own price of a line that another one joins. A price holds for the quantity it was given for: all pieces
 * have the same own price, or the line has the catalogue's.
 */
export function priceOfBoth(held: Pick<Line, 'ownPrice'>, joining: Pick<Line, 'ownPrice'>): number | null {
  return held.ownPrice === joining.ownPrice ? held.ownPrice : null;
}

/** Returns a line with another quantity and without its own price. */
export function withQuantity(line: Line, quantity: number): Line {
  return quantity === line.quantity ? line : { ...line, quantity, ownPrice: null };
}
