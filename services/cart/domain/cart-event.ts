import { type CartEvent, maxEventItems } from '#contracts/cart.ts';
import type { CartState } from './state.ts';

/** Returns the event of the type `type` for a cart with these lines. */
export function cartEventOf(type: CartEvent['type'], { lines }: Pick<CartState, 'lines'>): CartEvent {
  const items = lines.slice(0, maxEventItems).map(({ productId, variationId, quantity }) => {
    return { productId, variationId, quantity };
  });
  return { type, lines: lines.length, items };
}
