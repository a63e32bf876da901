import type { Notice } from '#contracts/cart.ts';
import type { ProductFacts } from '#contracts/catalogue.ts';
import type { CartState, Line } from './state.ts';
import { type FactsById, factsIdOf } from './world.ts';

/** Whether a product is still of the kind that was put in, a variation with the options that were chosen. */
function isWhatWasChosen({ variationId, productId, attributes }: Line, facts: ProductFacts): boolean {
  if (variationId === 0) return facts.type === 'simple';
  if (facts.type !== 'variation' || facts.parentId !== productId) return false;
  const fits = ({ key, slug }: ProductFacts['attributes'][number]) =>
    Object.hasOwn(attributes, key) && (slug === '' || slug === attributes[key]);
  return facts.attributes.every(fits) && facts.attributes.length === Object.keys(attributes).length;
}

/** Why a line must leave the cart; null for one that may stay. */
function reasonToLeave(line: Line, facts: ProductFacts | null | undefined): string | null {
  if (!facts?.purchasable) return 'since it can no longer be purchased.';
  return isWhatWasChosen(line, facts) ? null : 'since it has changed. You can choose it again.';
}

/**
 * The state without the lines that can no longer be bought, or not as they were chosen, and a notice for each
 * (contract 4.4). The same state object when nothing has to leave.
 */
export function revalidated(state: CartState, facts: FactsById): { state: CartState; notices: Notice[] } {
  const notices: Notice[] = [];
  const lines = state.lines.filter((line) => {
    const reason = reasonToLeave(line, facts.get(factsIdOf(line)));
    if (reason) {
      notices.push({ kind: 'error', text: `"${line.name}" has been removed from your cart, ${reason}` });
    }
    return reason === null;
  });
  return notices.length === 0 ? { state, notices } : { state: { ...state, lines }, notices };
}
