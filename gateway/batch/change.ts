import { readCart } from '#contracts/cart.ts';
import { type CommandResult, changeCartTogether } from '#contracts/cart-commands.ts';
import type { CartOutcome } from '../cart/cart-route.ts';
import type { Call } from '../http/call.ts';
import type { CartRequest } from './checked-request.ts';

/** What the cart came to, and what became of each command; null for one that was not done because of another. */
export interface Changed {
  /** With the notices of all requests. */
  readonly outcome: CartOutcome;
  readonly results: readonly (CommandResult | null)[];
}

const looked: CommandResult = { ok: true, lineKeys: [], notices: [] };

/**
 * Asks the cart for what the requests want of it, in their order and in one commit. Requests that all only look write
 * nothing.
 *
 * @throws ServiceError what holds for the batch as a whole: its marks, its rate, a cart that cannot be reached
 */
export async function changedTogether(
  requests: readonly CartRequest[],
  allOrNone: boolean,
  call: Call,
): Promise<Changed> {
  if (requests.every(({ command }) => command === null)) {
    const { cart } = await call.ask(readCart, {});
    return {
      outcome: { cart, lineKeys: [], replayed: false, rate: null },
      results: requests.map(() => looked),
    };
  }
  const commands = requests.map(({ command }) => command ?? { kind: 'look' as const });
  const { results, ...changed } = await call.ask(changeCartTogether, { ...call.marks, commands, allOrNone });
  return { outcome: { ...changed, lineKeys: [] }, results };
}
