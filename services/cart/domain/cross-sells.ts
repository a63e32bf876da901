import type { CartState } from './state.ts';
import type { FactsById } from './world.ts';

/** Ids of what might be offered beside a cart. */
export function crossSellIds(_state: CartState, _facts: FactsById): readonly number[] {
  return [];
}
