import type { CommandOf } from '#contracts/cart-commands.ts';
import type { Applied, CartState } from '../state.ts';
import type { World } from '../world.ts';

export function chooseRate(state: CartState, command: CommandOf<'choose-rate'>, world: World): Applied {
  void [command, world];
  return { state, lineKeys: [], notices: [] };
}
