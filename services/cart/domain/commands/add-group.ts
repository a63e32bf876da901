import type { CommandOf, Item } from '#contracts/cart-commands.ts';
import type { ProductFacts } from '#contracts/catalogue.ts';
import { refusal } from '#platform/errors/errors.ts';
import {
  type Applied,
  type CommandContext,
  type CommandRule,
  factsByReference,
  never,
  noNeeds,
} from '../../model/command.ts';
import type { CartState } from '../../model/state.ts';
import { withAddedItems } from '../lines/add-lines.ts';
import { furtherIdsOf, productNamed } from '../product-choice/choose-product.ts';

type Command = CommandOf<'add-group'>;

/** Matches an empty text, or zero in any notation. */
const noQuantity = /^(0+(\.0*)?)?$/;

/** Returns the command's products as items. Products with an empty or zero quantity are left out. */
function itemsOf({ quantities }: Command): Item[] {
  return Object.entries(quantities)
    .filter(([, quantity]) => !noQuantity.test(quantity.trim()))
    .map(([reference, quantity]) => ({ reference, quantity, variation: {}, itemData: {}, price: null }));
}

/**
 * Returns the ids of a group's products. @throws ServiceError for a product that is no group, or a group that cannot
 * be bought
 */
function groupedIds({ type, status, choices }: ProductFacts): readonly number[] {
  if (type !== 'grouped') throw refusal('service_cannot_add_product_type_to_cart', { product_type: type });
  if (status !== 'publish') throw refusal('service_cannot_be_purchased', {});
  const ids = choices?.groupedIds ?? [];
  if (ids.length === 0) throw refusal('service_grouped_product_empty', {});
  return ids;
}

/**
 * Checks that `items` is not empty and that all items belong to the group.
 *
 * @throws ServiceError if `items` is empty or an item is not in the group, and the errors of `groupedIds`
 */
function requireMembers(items: readonly Item[], group: ProductFacts, context: CommandContext): void {
  const ids = new Set(groupedIds(group));
  if (items.length === 0) throw refusal('service_grouped_product_failed', {});
  for (const { reference } of items) {
    const named = factsByReference(context, reference);
    if (named && !ids.has(named.id)) throw refusal('service_invalid_product', {});
  }
}

/**
 * Adds products of a group to a cart. If one product is refused, no product is added. Each product is checked like a
 * single addition (docs/reference/cart.md#add-several-items). Pure.
 *
 * @throws ServiceError `service_cannot_add_product_type_to_cart` when the product is not a group,
 * `service_grouped_product_empty` for a group without products, `service_grouped_product_failed` when every quantity is
 * 0, `service_invalid_product` for a product outside the group; and the refusals of an addition
 */
function apply(state: CartState, command: Command, context: CommandContext): Applied {
  const product = productNamed(command.reference, context);
  const items = itemsOf(command);
  if (!command.anyProduct) requireMembers(items, product, context);
  else if (items.length === 0) throw refusal('service_grouped_product_failed', {});
  return withAddedItems(state, items, command, context);
}

export const addGroup: CommandRule<Command> = {
  needs: {
    ...noNeeds,
    references: ({ reference, quantities }) =>
      [reference, ...Object.keys(quantities)].map((one) => one.trim()),
    furtherIds: (command, _state, context) => itemsOf(command).flatMap((item) => furtherIdsOf(item, context)),
  },
  mayBeStale: never,
  apply,
};
