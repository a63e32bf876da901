import type { CartState, Line } from '../state.ts';
import { type FactsById, factsIdOf } from '../world.ts';

/** What a line comes to as the store enters prices, in minor units. Beyond the safe integers it is about right. */
export function amountOf(line: Line, facts: FactsById): number {
  return (line.ownPrice ?? facts.get(factsIdOf(line))?.price ?? 0) * line.quantity;
}

/** What fees add and take off, in minor units, all counted as if they added. */
export function sizeOfFees({ fees }: CartState): number {
  return fees.reduce((all, { amount }) => all + Math.abs(amount), 0);
}

/** What all lines and fees of a cart come to before tax, in minor units, fees that take off counted as if they added. */
export function sizeOf(state: CartState, facts: FactsById): number {
  return state.lines.reduce((all, line) => all + amountOf(line, facts), sizeOfFees(state));
}
