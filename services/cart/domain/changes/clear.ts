import type { CommandOf } from '#contracts/cart-commands.ts';
import { refusal } from '#platform/errors/errors.ts';
import type { Applied, CartState } from '../state.ts';
import type { World } from '../world.ts';

export function clear(_state: CartState, _command: CommandOf<'clear'>, _world: World): Applied {
  throw refusal('service_internal', {});
}
