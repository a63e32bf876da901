import type { View } from '../dialects/shared/views.ts';
import type { CartOutcome, CartQuery } from './cart-route.ts';

/** The whole cart, as most routes answer. */
export function wholeCart({ cart }: CartOutcome, { query }: { readonly query: CartQuery }): View {
  return { name: 'cartV2', data: { cart, pictures: query.thumb } };
}

/** The line that a request was about; the whole cart where a replay finds the line gone. */
export function oneLine(outcome: CartOutcome, input: { readonly query: CartQuery }): View {
  const { cart, lineKeys } = outcome;
  const line = cart.lines.find(({ key }) => key === lineKeys[0]);
  if (!line) return wholeCart(outcome, input);
  return { name: 'cartItemV2', data: { cart, line, pictures: input.query.thumb } };
}
