import type { Line } from '../state.ts';

/**
 * The own price of a line to which pieces of another one are added. A price holds for the quantity that it was given
 * for, so that nobody gets more pieces at it: all pieces have the same own price, or the line has the catalogue's.
 */
export function priceOfBoth(held: Pick<Line, 'ownPrice'>, joining: Pick<Line, 'ownPrice'>): number | null {
  return held.ownPrice === joining.ownPrice ? held.ownPrice : null;
}

/** A line with another quantity: then its own price no longer holds. */
export function withQuantity(line: Line, quantity: number): Line {
  return quantity === line.quantity ? line : { ...line, quantity, ownPrice: null };
}
