import type { CommandOf } from '#contracts/cart-commands.ts';
import { refusal } from '#platform/errors/errors.ts';
import { type CommandRule, never, nothing } from '../command.ts';
import { requireRoom } from '../limits.ts';
import { factsOfLine, lineWith, requireKey } from '../lines/line-in-cart.ts';
import { priceOfBoth } from '../lines/own-price.ts';
import { parseQuantity, raised } from '../lines/quantity.ts';
import { requireStock } from '../lines/stock.ts';
import { reasonToLeave } from '../revalidate.ts';
import type { Applied, CartState, Line } from '../state.ts';
import type { World } from '../world.ts';

/** Why nothing under this key can be restored. */
function notRestorable({ lines, removed }: CartState, lineKey: string) {
  if (removed.length > 0) return refusal('service_can_not_restore_item', {});
  if (!lineWith(lines, lineKey)) return refusal('service_item_restored_to_cart', { status: 404 });
  const message = 'This item is in your cart already.';
  return refusal('service_item_restored_to_cart', { status: 405 }, { message });
}

/** The lines with one that comes back: at the end, or on top of what was added under its key meanwhile. */
function withRestored(lines: readonly Line[], line: Line, world: World): readonly Line[] {
  const facts = factsOfLine(line, world);
  const quantity = parseQuantity(String(line.quantity), facts);
  requireStock(facts, world.facts, lines, line.key, quantity);
  const asNow = { stockUnit: facts.stockUnit, name: facts.name };
  const held = lineWith(lines, line.key);
  if (held) {
    const ownPrice = priceOfBoth(held, line);
    const both = { ...held, ...asNow, quantity: raised(held.quantity, quantity, facts), ownPrice };
    return lines.map((one) => (one === held ? both : one));
  }
  requireRoom(lines);
  return [...lines, { ...line, ...asNow }];
}

/**
 * Brings a line back that was taken out, under its key and with its quantity, which adds to what the cart holds under
 * the same key (docs/reference/cart.md#restore-an-item). Pure.
 *
 * @throws ServiceError `service_cart_item_key_required`; with nothing taken out, `service_item_restored_to_cart`, 405
 * where the line is in the cart and 404 where it is nowhere; else `service_can_not_restore_item` for another key; what
 * an addition is refused for
 */
function apply(state: CartState, { lineKey }: CommandOf<'restore-line'>, world: World): Applied {
  requireKey(lineKey);
  const line = lineWith(state.removed, lineKey);
  if (!line) throw notRestorable(state, lineKey);
  const lines = withRestored(state.lines, line, world);
  // A product may have become one of another kind, and the line would leave again at once.
  if (reasonToLeave(line, factsOfLine(line, world))) throw refusal('service_can_not_restore_item', {});
  return {
    state: { ...state, lines, removed: state.removed.filter((one) => one !== line) },
    lineKeys: [lineKey],
    notices: [{ kind: 'success', text: `"${line.name}" has been restored to your cart.` }],
  };
}

export const restoreLine: CommandRule<CommandOf<'restore-line'>> = {
  needs: nothing,
  mayBeStale: never,
  apply,
};
