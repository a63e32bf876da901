import type { CommandOf } from '#contracts/cart-commands.ts';
import type { Applied, CartState } from '../state.ts';
import type { World } from '../world.ts';

export function removeCoupon(state: CartState, command: CommandOf<'remove-coupon'>, world: World): Applied {
  void [command, world];
  return { state, lineKeys: [], notices: [] };
}
