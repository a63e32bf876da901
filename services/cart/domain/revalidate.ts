import type { Notice } from '#contracts/cart.ts';
import type { CartState, Line } from './state.ts';
import type { FactsById } from './world.ts';

/** The id that a line's facts go by. */
export function factsIdOf(line: Line): number {
  return line.variationId || line.productId;
}

/**
 * The state without the lines that can no longer be bought, and a notice for each (contract 4.4). The same state
 * object when nothing has to leave.
 */
export function revalidated(state: CartState, facts: FactsById): { state: CartState; notices: Notice[] } {
  const leaves = (line: Line) => !facts.get(factsIdOf(line))?.purchasable;
  const leaving = state.lines.filter(leaves);
  if (leaving.length === 0) return { state, notices: [] };
  const notices = leaving.map(
    ({ name }): Notice => ({
      kind: 'error',
      text: `"${name}" has been removed from your cart, since it can no longer be purchased.`,
    }),
  );
  return { state: { ...state, lines: state.lines.filter((line) => !leaves(line)) }, notices };
}
