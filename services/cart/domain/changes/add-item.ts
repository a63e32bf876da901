import type { CommandOf } from '#contracts/cart-commands.ts';
import { withItems } from '../lines/put-in.ts';
import type { Applied, CartState } from '../state.ts';
import type { World } from '../world.ts';

/**
 * Puts a product into a cart or raises the line with the same key (docs/reference/cart.md#add-an-item). Pure.
 *
 * @throws ServiceError the refusals of an addition (docs/reference/cart.md#add-an-item); the state is then unchanged
 */
export function addItem(
  state: CartState,
  { item, ...contact }: CommandOf<'add-item'>,
  world: World,
): Applied {
  return withItems(state, [item], contact, world);
}
