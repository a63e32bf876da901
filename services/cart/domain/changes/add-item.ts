import type { CommandOf } from '#contracts/cart-commands.ts';
import { withItems } from '../lines/put-in.ts';
import type { Applied, CartState } from '../state.ts';
import type { World } from '../world.ts';

/**
 * Puts a product into a cart or raises the line with the same key (contract 4.1). Pure.
 *
 * @throws ServiceError the refusals of contract 3 A; the state is then unchanged
 */
export function addItem(
  state: CartState,
  { item, ...contact }: CommandOf<'add-item'>,
  world: World,
): Applied {
  return withItems(state, [item], contact, world);
}
