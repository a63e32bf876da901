import type { CommandOf } from '#contracts/cart-commands.ts';
import type { Applied, CartState } from '../state.ts';
import type { World } from '../world.ts';

export function setDestination(
  state: CartState,
  command: CommandOf<'set-destination'>,
  world: World,
): Applied {
  void [command, world];
  return { state, lineKeys: [], notices: [] };
}
