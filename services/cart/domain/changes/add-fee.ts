import type { CommandOf } from '#contracts/cart-commands.ts';
import type { Applied, CartState } from '../state.ts';
import type { World } from '../world.ts';

export function addFee(state: CartState, command: CommandOf<'add-fee'>, world: World): Applied {
  void [command, world];
  return { state, lineKeys: [], notices: [] };
}
