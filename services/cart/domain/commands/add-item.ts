import type { CommandOf } from '#contracts/cart-commands.ts';
import { type Applied, type CommandContext, type CommandRule, never, noNeeds } from '../../model/command.ts';
import type { CartState } from '../../model/state.ts';
import { withAddedItems } from '../lines/add-lines.ts';
import { furtherIdsOf } from '../product-choice/choose-product.ts';

/**
 * Adds a product to a cart as a new line, or raises the quantity of the line with the same key. Pure.
 *
 * @throws ServiceError the refusals of an addition (docs/reference/cart.md#add-an-item)
 */
function apply(
  state: CartState,
  { item, ...contact }: CommandOf<'add-item'>,
  context: CommandContext,
): Applied {
  return withAddedItems(state, [item], contact, context);
}

export const addItem: CommandRule<CommandOf<'add-item'>> = {
  needs: {
    ...noNeeds,
    references: ({ item }) => [item.reference.trim()],
    furtherIds: ({ item }, _state, context) => furtherIdsOf(item, context),
  },
  mayBeStale: never,
  apply,
};
