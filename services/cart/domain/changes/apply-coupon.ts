import type { CommandOf } from '#contracts/cart-commands.ts';
import type { Applied, CartState } from '../state.ts';
import type { World } from '../world.ts';

export function applyCoupon(state: CartState, command: CommandOf<'apply-coupon'>, world: World): Applied {
  void [command, world];
  return { state, lineKeys: [], notices: [] };
}
