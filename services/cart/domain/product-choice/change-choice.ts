import type { CommandOf, Item } from '#contracts/cart-commands.ts';
import type { ProductFacts } from '#contracts/catalogue.ts';
import { refusal } from '#platform/errors/errors.ts';
import { type CommandContext, factsByReference } from '../../model/command.ts';
import type { CartState, Line } from '../../model/state.ts';
import { factsOfLine, lineWith } from '../lines/line-in-cart.ts';
import { type Chosen, chosenOf, furtherIdsOf, productNamed } from './choose-product.ts';

type Command = CommandOf<'set-quantity'>;

/** Returns the variation and the options that a command sets for a line. */
function choiceOf({ reference = '', variation }: Pick<Command, 'reference' | 'variation'>) {
  return { reference: reference.trim(), variation: variation ?? {} };
}
type Choice = ReturnType<typeof choiceOf>;

/** Returns whether a command changes the variation or an option of its line. */
export function changesChoice(command: Pick<Command, 'reference' | 'variation'>): boolean {
  const { reference, variation } = choiceOf(command);
  return reference !== '' || Object.keys(variation).length > 0;
}

/**
 * Returns the products, by id or SKU, whose facts the command needs: the line's product, and the variation that the
 * command names. Empty if `changesChoice` is false, or if the cart lacks the line.
 */
export function referencesOfChange(command: Command, state: CartState): readonly string[] {
  const line = changesChoice(command) && lineWith(state.lines, command.lineKey);
  if (!line) return [];
  const { reference } = choiceOf(command);
  return [String(line.productId), ...(reference === '' ? [] : [reference])];
}

/**
 * Returns the changed line as an item with the command's options. For every other attribute, the item keeps the line's
 * option. If the command names a variation, the line's options that this variation fixes are left out.
 */
function changedItem(line: Line, { reference, variation }: Choice, context: CommandContext): Item {
  const named = reference || String(line.productId);
  const product = factsByReference(context, named);
  const isOpen = (name: string) =>
    product?.type !== 'variation' || product.attributes.some(({ key, slug }) => key === name && slug === '');
  // Two names may mean the same attribute, such as `Colour` and `pa_colour`. The first option counts, so the command's
  // options come before the line's options.
  const kept = Object.entries(line.attributes).filter(
    ([name]) => !Object.hasOwn(variation, name) && isOpen(name),
  );
  return {
    reference: named,
    quantity: String(line.quantity),
    variation: Object.fromEntries([...Object.entries(variation), ...kept]),
    itemData: line.itemData,
    price: null,
  };
}

/**
 * Returns the ids of further products and variations whose facts the command needs. Empty if `changesChoice` is false,
 * or if the cart lacks the line.
 */
export function furtherIdsOfChange(
  command: Command,
  state: CartState,
  context: CommandContext,
): readonly number[] {
  const line = changesChoice(command) && lineWith(state.lines, command.lineKey);
  return line ? furtherIdsOf(changedItem(line, choiceOf(command), context), context) : [];
}

/** Returns a line's product, or the variation that the command names. @throws ServiceError for another product */
function changedProduct({ productId }: Line, { reference }: Choice, context: CommandContext): ProductFacts {
  const product = reference === '' ? context.facts.get(productId) : productNamed(reference, context);
  if (!product) throw refusal('service_cart_invalid_parent_product', {});
  if (product.id !== productId && product.parentId !== productId)
    throw refusal('service_no_variation_found', {});
  return product;
}

/** Returns the product and the options of a line after a command. @throws ServiceError if the choice is refused */
export function changedChoice(line: Line, command: Command, context: CommandContext): Chosen {
  if (!changesChoice(command)) return { facts: factsOfLine(line, context), attributes: line.attributes };
  const choice = choiceOf(command);
  const chosen = chosenOf(changedProduct(line, choice, context), changedItem(line, choice, context), context);
  if (!chosen.facts.purchasable) throw refusal('service_cannot_be_purchased', {});
  return chosen;
}
