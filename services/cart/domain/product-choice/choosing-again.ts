import type { CommandOf, Item } from '#contracts/cart-commands.ts';
import type { ProductFacts } from '#contracts/catalogue.ts';
import { refusal } from '#platform/errors/errors.ts';
import { factsOfLine, lineWith } from '../lines/line-in-cart.ts';
import type { CartState, Line } from '../state.ts';
import { namedIn, type World } from '../world.ts';
import { type Chosen, chosenOf, furtherIdsOf, productNamed } from './choosing.ts';

type Command = CommandOf<'set-quantity'>;

/** Another variation that a line is to become, and options that are to be chosen instead of the line's. */
function choiceOf({ reference = '', variation }: Pick<Command, 'reference' | 'variation'>) {
  return { reference: reference.trim(), variation: variation ?? {} };
}
type Choice = ReturnType<typeof choiceOf>;

/** Whether a line is to become another one but for its data. Naming no option keeps those of the line. */
export function isChosenAgain(command: Pick<Command, 'reference' | 'variation'>): boolean {
  const { reference, variation } = choiceOf(command);
  return reference !== '' || Object.keys(variation).length > 0;
}

/** References of what is chosen again: the product, which the line itself may not name, and the variation. */
export function referencesOfLine(command: Command, state: CartState): readonly string[] {
  const line = isChosenAgain(command) && lineWith(state.lines, command.lineKey);
  if (!line) return [];
  const { reference } = choiceOf(command);
  return [String(line.productId), ...(reference === '' ? [] : [reference])];
}

/**
 * What is named as if it were put in anew, with the options that are given and, where it leaves some open, the line's.
 */
function itemAgain(line: Line, { reference, variation }: Choice, world: World): Item {
  const named = reference || String(line.productId);
  const product = namedIn(world, named);
  const isOpen = (name: string) =>
    product?.type !== 'variation' || product.attributes.some(({ key, slug }) => key === name && slug === '');
  // Of names that mean the same attribute the first counts.
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

/** Ids of variations that a line becomes. */
export function furtherIdsOfLine(command: Command, state: CartState, world: World): readonly number[] {
  const line = isChosenAgain(command) && lineWith(state.lines, command.lineKey);
  return line ? furtherIdsOf(itemAgain(line, choiceOf(command), world), world) : [];
}

/** The product of a line, or the variation of it that is named. @throws ServiceError for one that is none of its own */
function productFor({ productId }: Line, { reference }: Choice, world: World): ProductFacts {
  const product = reference === '' ? world.facts.get(productId) : productNamed(reference, world);
  if (!product) throw refusal('service_cart_invalid_parent_product', {});
  if (product.id !== productId && product.parentId !== productId)
    throw refusal('service_no_variation_found', {});
  return product;
}

/** What a line is a purchase of from now on. @throws ServiceError the refusals of a choice */
export function chosenFor(line: Line, command: Command, world: World): Chosen {
  if (!isChosenAgain(command)) return { facts: factsOfLine(line, world), attributes: line.attributes };
  const choice = choiceOf(command);
  const chosen = chosenOf(productFor(line, choice, world), itemAgain(line, choice, world), world);
  if (!chosen.facts.purchasable) throw refusal('service_cannot_be_purchased', {});
  return chosen;
}
