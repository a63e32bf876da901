import type { CommandOf } from '#contracts/cart-commands.ts';
import type { ProductFacts } from '#contracts/catalogue.ts';
import { refusal } from '#platform/errors/errors.ts';
import {
  type Applied,
  type CommandContext,
  type CommandRule,
  type FactsById,
  noNeeds,
} from '../../model/command.ts';
import { requireFittingData } from '../../model/limits.ts';
import type { CartState, Line } from '../../model/state.ts';
import { lineWith, mergedPrice, requireKey, withQuantity } from '../lines/line-in-cart.ts';
import { asSeenNow, purchaseOf } from '../lines/purchase.ts';
import { isZero, parseNewQuantity, raised } from '../lines/quantity.ts';
import { requireStockForLine } from '../lines/stock.ts';
import {
  changedChoice,
  changesChoice,
  furtherIdsOfChange,
  referencesOfChange,
} from '../product-choice/change-choice.ts';
import type { Chosen } from '../product-choice/choose-product.ts';
import { withoutLine } from './remove-line.ts';

type Command = CommandOf<'set-quantity'>;

/**
 * Returns a line with a new variation, new options or new data. A new variation ends the price that a caller set
 * (`ownPrice`).
 */
function lineOf(line: Line, chosen: Chosen, itemData: Line['itemData']): Line {
  const bought = purchaseOf(chosen, itemData);
  return { ...line, ...bought, ownPrice: bought.variationId === line.variationId ? line.ownPrice : null };
}

/**
 * Returns the lines after one line is replaced. If another line already has the new key, the two lines are joined. The
 * joined line has an `ownPrice` only if both lines had the same `ownPrice`.
 */
function replaced(
  lines: readonly Line[],
  line: Line,
  replacement: Line,
  facts: ProductFacts,
  known: FactsById,
): readonly Line[] {
  const held = lines.find((one) => one !== line && one.key === replacement.key);
  const quantity = held
    ? parseNewQuantity(String(raised(held.quantity, replacement.quantity, facts)), facts)
    : replacement.quantity;
  const others = lines.filter((one) => one !== line && one !== held);
  requireStockForLine(facts, known, lines, others, quantity);
  if (!held) return lines.map((one) => (one === line ? replacement : one));
  const joined = { ...replacement, quantity, ownPrice: mergedPrice(held, replacement) };
  return lines.filter((one) => one !== line).map((one) => (one === held ? joined : one));
}

/** Returns the sentence for the shopper about a changed line. */
function changeText(before: Line, after: Line): string {
  if (before.key !== after.key) return `"${after.name}" has been updated in your cart.`;
  if (before.quantity === after.quantity) return `The quantity of "${after.name}" has not changed.`;
  const way = before.quantity < after.quantity ? 'increased' : 'decreased';
  return `The quantity of "${after.name}" has been ${way} to ${after.quantity}.`;
}

/**
 * Sets a line's quantity; 0 removes the line. With a new variation, new options or new data, the line gets a new key
 * (docs/reference/cart.md#change-an-item). Options that the command does not name stay; data is replaced as a whole. A
 * new quantity ends the price that a caller set (`ownPrice`). Pure.
 *
 * @throws ServiceError `service_cart_item_key_required`, `service_item_not_in_cart`, `service_quantity_not_numeric`,
 * `service_quantity_invalid_amount`, `service_can_not_increase_quantity`, `service_not_enough_in_stock`; and for new
 * options and new data the refusals of an addition
 */
function apply(state: CartState, command: Command, context: CommandContext): Applied {
  requireKey(command.lineKey);
  const line = lineWith(state.lines, command.lineKey);
  if (!line) throw refusal('service_item_not_in_cart', {});
  const chosen = changedChoice(line, command, context);
  const { facts } = chosen;
  const quantity = parseNewQuantity(command.quantity, facts);
  if (quantity === 0) return withoutLine(state, line);
  if (command.itemData) requireFittingData(command.itemData);
  const isOther = changesChoice(command) || command.itemData !== null;
  const bought = isOther ? lineOf(line, chosen, command.itemData ?? line.itemData) : line;
  const after = withQuantity({ ...bought, ...asSeenNow(facts) }, quantity);
  const notices = [{ kind: 'success', text: changeText(line, after) }] as const;
  const isSame = after.key === line.key && after.quantity === line.quantity;
  if (isSame) return { state, lineKeys: [line.key], notices };
  const lines = replaced(state.lines, line, after, facts, context.facts);
  return { state: { ...state, lines }, lineKeys: [after.key], notices };
}

export const setQuantity: CommandRule<Command> = {
  needs: { ...noNeeds, references: referencesOfChange, furtherIds: furtherIdsOfChange },
  mayBeStale: (command) => isZero(command.quantity) && !changesChoice(command),
  apply,
};
