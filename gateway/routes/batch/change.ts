import { type CommandResult, changeCartTogether } from '#contracts/cart-commands.ts';
import type { Call } from '../../routing/call.ts';
import { currentCart } from '../cart/cart-answer.ts';
import type { CartOutcome } from '../cart/cart-route.ts';
import type { CartRequest } from './checked-request.ts';

/**
 * The changed cart, and the results of the commands. A result is null if the cart service dropped the command
 * because another command failed.
 */
export interface Changed {
  /** The cart with the notices of all requests. */
  readonly outcome: CartOutcome;
  readonly results: readonly (CommandResult | null)[];
}

const readResult: CommandResult = { ok: true, lineKeys: [], notices: [] };

/**
 * Sends the commands of all requests to the cart service, in order and in one commit. If no
 * request changes the cart, only reads the cart.
 *
 * @throws ServiceError for errors of the whole batch: wrong preconditions, the rate limit, an
 * unavailable service
 */
export async function changedTogether(
  requests: readonly CartRequest[],
  allOrNone: boolean,
  call: Call,
): Promise<Changed> {
  if (requests.every(({ command }) => command === null)) {
    const cart = await currentCart(call);
    return {
      outcome: { cart, lineKeys: [], replayed: false, rate: null },
      results: requests.map(() => readResult),
    };
  }
  const commands = requests.map(({ command }) => command ?? { kind: 'look' as const });
  const { results, ...changed } = await call.ask(changeCartTogether, {
    ...call.writeConditions,
    commands,
    allOrNone,
  });
  return { outcome: { ...changed, lineKeys: [] }, results };
}
