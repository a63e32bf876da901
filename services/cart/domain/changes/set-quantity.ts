import type { CommandOf, Item } from '#contracts/cart-commands.ts';
import type { ProductFacts } from '#contracts/catalogue.ts';
import { refusal } from '#platform/errors/errors.ts';
import { requireFittingData } from '../limits.ts';
import { factsOfLine, lineWith, requireKey } from '../lines/line-in-cart.ts';
import { asSeenNow, purchaseOf } from '../lines/purchase.ts';
import { parseNewQuantity, raised } from '../lines/quantity.ts';
import { requireStockForLine } from '../lines/stock.ts';
import { type Chosen, chosenOf, furtherIdsOf, productNamed } from '../product-choice/choosing.ts';
import type { Applied, CartState, Line } from '../state.ts';
import { type FactsById, namedIn, type World } from '../world.ts';
import { takenOut } from './remove-line.ts';

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

/** What is named as if it were put in anew, with the options that are given and, where it leaves some open, the line's. */
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

/** What a line is a purchase of from now on. @throws ServiceError the refusals of a choice (contract 3 A) */
function chosenFor(line: Line, command: Command, world: World): Chosen {
  if (!isChosenAgain(command)) return { facts: factsOfLine(line, world), attributes: line.attributes };
  const choice = choiceOf(command);
  const chosen = chosenOf(productFor(line, choice, world), itemAgain(line, choice, world), world);
  if (!chosen.facts.purchasable) throw refusal('service_cannot_be_purchased', {});
  return chosen;
}

/** A line as a purchase of this with other options or data; its own price goes with the variation that it was for. */
function lineOf(line: Line, chosen: Chosen, itemData: Line['itemData']): Line {
  const bought = purchaseOf(chosen, itemData);
  return { ...line, ...bought, ownPrice: bought.variationId === line.variationId ? line.ownPrice : null };
}

/**
 * The lines after one of them became another: in its place, or joined to the line that has its key already, which
 * keeps its own price.
 */
function replaced(
  lines: readonly Line[],
  line: Line,
  by: Line,
  facts: ProductFacts,
  known: FactsById,
): readonly Line[] {
  const held = lines.find((one) => one !== line && one.key === by.key);
  const quantity = held
    ? parseNewQuantity(String(raised(held.quantity, by.quantity, facts)), facts)
    : by.quantity;
  const others = lines.filter((one) => one !== line && one !== held);
  requireStockForLine(facts, known, lines, others, quantity);
  if (!held) return lines.map((one) => (one === line ? by : one));
  const joined = { ...by, quantity, ownPrice: held.ownPrice };
  return lines.filter((one) => one !== line).map((one) => (one === held ? joined : one));
}

function toldOf(before: Line, after: Line): string {
  if (before.key !== after.key) return `"${after.name}" has been updated in your cart.`;
  if (before.quantity === after.quantity) return `The quantity of "${after.name}" has not changed.`;
  const way = before.quantity < after.quantity ? 'increased' : 'decreased';
  return `The quantity of "${after.name}" has been ${way} to ${after.quantity}.`;
}

/**
 * Gives a line another quantity, and where a variation, options or data are given makes another line of it (contract
 * 1.1, 4.2).
 * 0 takes it out. Options that are not named stay as they were chosen; data is replaced whole. Pure.
 *
 * @throws ServiceError `service_cart_item_key_required`, `service_item_not_in_cart`, `service_quantity_not_numeric`,
 * `service_quantity_invalid_amount`, `service_can_not_increase_quantity`, `service_not_enough_in_stock`; for other
 * options and data those of an addition (contract 3 A)
 */
export function setQuantity(state: CartState, command: Command, world: World): Applied {
  requireKey(command.lineKey);
  const line = lineWith(state.lines, command.lineKey);
  if (!line) throw refusal('service_item_not_in_cart', {});
  const chosen = chosenFor(line, command, world);
  const { facts } = chosen;
  const quantity = parseNewQuantity(command.quantity, facts);
  if (quantity === 0) return takenOut(state, line);
  if (command.itemData) requireFittingData(command.itemData);
  const isOther = isChosenAgain(command) || command.itemData !== null;
  const bought = isOther ? lineOf(line, chosen, command.itemData ?? line.itemData) : line;
  const after = { ...bought, ...asSeenNow(facts), quantity };
  const notices = [{ kind: 'success', text: toldOf(line, after) }] as const;
  const isSame = after.key === line.key && after.quantity === line.quantity;
  if (isSame) return { state, lineKeys: [line.key], notices };
  const lines = replaced(state.lines, line, after, facts, world.facts);
  return { state: { ...state, lines }, lineKeys: [after.key], notices };
}
