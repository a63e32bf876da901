import type { ViewOf } from '../../../dialects/shared/views.ts';
import type { CartOutcome } from '../cart-route.ts';
import { type CartViewRequest, cartView } from '../cart-views.ts';

/** Returns the view of the raw lines as a map by line key, or the view of an empty cart. */
export function rawCart(outcome: CartOutcome, input: CartViewRequest): ViewOf<'cartV1' | 'emptyCartV1'> {
  if (outcome.cart.lines.length === 0) return { name: 'emptyCartV1', data: null };
  return { name: 'cartV1', data: cartView(outcome, input) };
}

/**
 * Returns the view of the raw line that the request changed. Returns the view `itemRemovedV1` if the line is no
 * longer in the cart.
 */
export function rawLine(
  outcome: CartOutcome,
  input: CartViewRequest,
): ViewOf<'cartItemV1' | 'itemRemovedV1'> {
  const { cart, lineKeys } = outcome;
  const line = cart.lines.find(({ key }) => key === lineKeys[0]);
  if (!line) return { name: 'itemRemovedV1', data: null };
  return { name: 'cartItemV1', data: { ...cartView(outcome, input), line } };
}
