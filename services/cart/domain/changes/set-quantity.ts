import type { CommandOf } from '#contracts/cart-commands.ts';
import { refusal } from '#platform/errors/errors.ts';
import type { Applied, CartState } from '../state.ts';
import type { World } from '../world.ts';

export function setQuantity(_state: CartState, _command: CommandOf<'set-quantity'>, _world: World): Applied {
  throw refusal('service_internal', {});
}

/** Ids of variations that a line becomes, and of its product. */
export function furtherIdsOfLine(
  _command: CommandOf<'set-quantity'>,
  _state: CartState,
  _world: World,
): readonly number[] {
  return [];
}
