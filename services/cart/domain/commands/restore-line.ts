import type { CommandOf } from '#contracts/cart-commands.ts';
import { refusal } from '#platform/errors/errors.ts';
import { type Applied, type CommandContext, type CommandRule, never, noNeeds } from '../../model/command.ts';
import { requireBelowLimit } from '../../model/limits.ts';
import type { CartState, Line } from '../../model/state.ts';
import { factsOfLine, lineWith, mergedPrice, requireKey } from '../lines/line-in-cart.ts';
import { parseQuantity, raised } from '../lines/quantity.ts';
import { requireStock } from '../lines/stock.ts';
import { removalReason } from '../revalidate.ts';

/** Returns the refusal for a key that no removed line has. */
function notRestorable({ lines, removed }: CartState, lineKey: string) {
  if (removed.length > 0) return refusal('service_can_not_restore_item', {});
  if (!lineWith(lines, lineKey)) return refusal('service_item_restored_to_cart', { status: 404 });
  const message = 'This item is in your cart already.';
  return refusal('service_item_restored_to_cart', { status: 405 }, { message });
}

/**
 * Returns the lines with a restored line at the end. If another line has the same key, raises the quantity of
 * that line instead.
 */
function withRestored(lines: readonly Line[], line: Line, context: CommandContext): readonly Line[] {
  const facts = factsOfLine(line, context);
  const quantity = parseQuantity(String(line.quantity), facts);
  requireStock(facts, context.facts, lines, line.key, quantity);
  const asNow = { stockUnit: facts.stockUnit, name: facts.name };
  const held = lineWith(lines, line.key);
  if (held) {
    const ownPrice = mergedPrice(held, line);
    const both = { ...held, ...asNow, quantity: raised(held.quantity, quantity, facts), ownPrice };
    return lines.map((one) => (one === held ? both : one));
  }
  requireBelowLimit(lines);
  return [...lines, { ...line, ...asNow }];
}

/**
 * Restores the removed line with this key. If the cart has a line with the same key, the quantities are added
 * (docs/reference/cart.md#restore-an-item). Pure.
 *
 * @throws ServiceError
 * - `service_cart_item_key_required` for an empty key
 * - `service_can_not_restore_item` for an unknown key, if the cart has removed lines
 * - `service_item_restored_to_cart` if the cart has no removed lines: 405 if the line is in the cart, else 404
 * - the refusals of an addition
 */
function apply(state: CartState, { lineKey }: CommandOf<'restore-line'>, context: CommandContext): Applied {
  requireKey(lineKey);
  const line = lineWith(state.removed, lineKey);
  if (!line) throw notRestorable(state, lineKey);
  const lines = withRestored(state.lines, line, context);
  // If the product has changed its type, the restored line would be removed again at once.
  if (removalReason(line, factsOfLine(line, context))) throw refusal('service_can_not_restore_item', {});
  return {
    state: { ...state, lines, removed: state.removed.filter((one) => one !== line) },
    lineKeys: [lineKey],
    notices: [{ kind: 'success', text: `"${line.name}" has been restored to your cart.` }],
  };
}

export const restoreLine: CommandRule<CommandOf<'restore-line'>> = {
  needs: noNeeds,
  mayBeStale: never,
  apply,
};
