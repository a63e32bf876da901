import type { CommandOf } from '#contracts/cart-commands.ts';
import { refusal } from '#platform/errors/errors.ts';
import type { Applied, CartState } from '../state.ts';
import type { World } from '../world.ts';

export function addGroup(_state: CartState, _command: CommandOf<'add-group'>, _world: World): Applied {
  throw refusal('service_internal', {});
}

/** Ids of variations that products of a group need besides what they name. */
export function furtherIdsOfGroup(_command: CommandOf<'add-group'>, _world: World): readonly number[] {
  return [];
}
