import type { CommandOf } from '#contracts/cart-commands.ts';
import { type Applied, type CommandContext, type CommandRule, never, noNeeds } from '../../model/command.ts';
import type { CartState } from '../../model/state.ts';
import { withAddedItems } from '../lines/add-lines.ts';
import { furtherIdsOf } from '../product-choice/choose-product.ts';

/**
 * Adds several products to a cart in the given order (docs/reference/cart.md#add-several-items). If one product is
 * refused, no product is added. Pure.
 *
 * @throws ServiceError the refusal of the first product that cannot be added
 */
function apply(
  state: CartState,
  { items, ...contact }: CommandOf<'add-items'>,
  context: CommandContext,
): Applied {
  return withAddedItems(state, items, contact, context);
}

export const addItems: CommandRule<CommandOf<'add-items'>> = {
  needs: {
    ...noNeeds,
    references: ({ items }) => items.map(({ reference }) => reference.trim()),
    furtherIds: ({ items }, _state, context) => items.flatMap((item) => furtherIdsOf(item, context)),
  },
  mayBeStale: never,
  apply,
};
