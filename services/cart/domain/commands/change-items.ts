import type { CommandOf } from '#contracts/cart-commands.ts';
import type { ProductFacts } from '#contracts/catalogue.ts';
import type { Notice } from '#contracts/notices.ts';
import { refusal, ServiceError } from '#platform/errors/errors.ts';
import {
  type Applied,
  always,
  type CommandContext,
  type CommandRule,
  type FactsById,
  never,
  noNeeds,
} from '../../model/command.ts';
import { requireBelowLimit, requireFittingData } from '../../model/limits.ts';
import type { CartState, Line } from '../../model/state.ts';
import {
  type Chosen,
  changedChoice,
  changesChoice,
  furtherIdsOfChange,
  referencesOfChange,
} from '../rules/choice.ts';
import {
  asSeenNow,
  factsOfLine,
  lineWith,
  mergedPrice,
  purchaseOf,
  requireKey,
  withQuantity,
  withRemoved,
} from '../rules/line.ts';
import {
  isZero,
  parseNewQuantity,
  parseQuantity,
  raised,
  requireStock,
  requireStockForLine,
} from '../rules/quantity-and-stock.ts';
import { removalReason } from '../rules/validity.ts';

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

function changeNotice(before: Line, { key, name, quantity }: Line): Notice {
  if (before.key !== key) return { kind: 'success', code: 'item_changed', data: { name } };
  if (before.quantity === quantity) return { kind: 'success', code: 'quantity_same', data: { name } };
  const code = before.quantity < quantity ? 'quantity_raised' : 'quantity_lowered';
  return { kind: 'success', code, data: { name, quantity } };
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
export const setQuantity: CommandRule<CommandOf<'set-quantity'>> = {
  needs: { ...noNeeds, references: referencesOfChange, furtherIds: furtherIdsOfChange },
  mayBeStale: (command) => isZero(command.quantity) && !changesChoice(command),
  apply(state, command, context) {
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
    const notices = [changeNotice(line, after)];
    const isSame = after.key === line.key && after.quantity === line.quantity;
    if (isSame) return { state, lineKeys: [line.key], notices };
    const lines = replaced(state.lines, line, after, facts, context.facts);
    return { state: { ...state, lines }, lineKeys: [after.key], notices };
  },
};

/** Returns the cart with one line changed, or the refusal. */
function attempt(
  state: CartState,
  lineKey: string,
  quantity: string,
  context: CommandContext,
): Applied | ServiceError {
  try {
    const command = { kind: 'set-quantity', lineKey, quantity, variation: null, itemData: null } as const;
    return setQuantity.apply(state, command, context);
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

function refusedNotice({ code, data, text }: ServiceError): Notice {
  return text === null
    ? { kind: 'error', code: 'item_refused', data: { error: code, data } }
    : { kind: 'error', text };
}

/**
 * Returns the keys of lines in the cart, each with the last quantity that the command has for this key. Lowered
 * quantities come first, because a lowered line frees stock for other lines.
 */
function wanted(state: CartState, quantities: CommandOf<'set-quantities'>['quantities']) {
  const byKey = new Map(quantities.map(({ lineKey, quantity }) => [lineKey, quantity]));
  const rises = ([lineKey, quantity]: readonly [string, string]) =>
    Number(quantity) > (lineWith(state.lines, lineKey)?.quantity ?? 0) ? 1 : 0;
  return [...byKey]
    .filter(([lineKey]) => lineWith(state.lines, lineKey))
    .sort((one, other) => rises(one) - rises(other));
}

/**
 * Sets the quantities of several lines; 0 removes a line (docs/reference/cart.md#quantities-of-several-items).
 * Unknown keys are skipped. A line whose new quantity is refused stays unchanged and causes a notice. Pure.
 *
 * @throws ServiceError `service_cart_empty` when the cart has no lines and no removed lines
 */
export const setQuantities: CommandRule<CommandOf<'set-quantities'>> = {
  needs: noNeeds,
  mayBeStale: ({ quantities }) => quantities.every(({ quantity }) => isZero(quantity)),
  apply(before, { quantities }, context) {
    if (before.lines.length === 0 && before.removed.length === 0) throw refusal('service_cart_empty', {});
    const errors: Notice[] = [];
    const lineKeys: string[] = [];
    let state = before;
    for (const [lineKey, quantity] of wanted(before, quantities)) {
      const result = attempt(state, lineKey, quantity, context);
      if (result instanceof ServiceError) errors.push(refusedNotice(result));
      else if (result.state !== state) {
        state = result.state;
        lineKeys.push(lineKey);
      }
    }
    const success: Notice = { kind: 'success', code: 'cart_updated', data: {} };
    return { state, lineKeys, notices: errors.length === 0 && state !== before ? [success] : errors };
  },
};

/** Moves a line of a cart to the removed lines, so that the shopper can restore the line. */
function withoutLine(state: CartState, line: Line): Applied {
  const lines = state.lines.filter((one) => one !== line);
  return {
    state: { ...state, lines, removed: withRemoved(state.removed, line) },
    lineKeys: [line.key],
    notices: [{ kind: 'success', code: 'item_removed', data: { name: line.name } }],
  };
}

/**
 * Removes a line, which stays with all its data in the removed lines (docs/reference/cart.md#remove-an-item). Pure.
 *
 * @throws ServiceError `service_cart_item_key_required`; `service_no_items` when the cart has no lines and no removed
 * lines; `service_item_not_in_cart`, with the name of a line that was removed before
 */
export const removeLine: CommandRule<CommandOf<'remove-line'>> = {
  needs: noNeeds,
  mayBeStale: always,
  apply(state, { lineKey }) {
    requireKey(lineKey);
    const line = lineWith(state.lines, lineKey);
    if (line) return withoutLine(state, line);
    if (state.lines.length === 0 && state.removed.length === 0) throw refusal('service_no_items', {});
    const before = lineWith(state.removed, lineKey);
    throw refusal('service_item_not_in_cart', before ? { name: before.name } : {});
  },
};

function notRestorable({ lines, removed }: CartState, lineKey: string) {
  if (removed.length > 0) return refusal('service_can_not_restore_item', {});
  if (!lineWith(lines, lineKey)) return refusal('service_item_restored_to_cart', { status: 404 });
  return refusal('service_item_restored_to_cart', { status: 405 });
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
export const restoreLine: CommandRule<CommandOf<'restore-line'>> = {
  needs: noNeeds,
  mayBeStale: never,
  apply(state, { lineKey }, context) {
    requireKey(lineKey);
    const line = lineWith(state.removed, lineKey);
    if (!line) throw notRestorable(state, lineKey);
    const lines = withRestored(state.lines, line, context);
    // If the product has changed its type, the restored line would be removed again at once.
    if (removalReason(line, factsOfLine(line, context))) throw refusal('service_can_not_restore_item', {});
    return {
      state: { ...state, lines, removed: state.removed.filter((one) => one !== line) },
      lineKeys: [lineKey],
      notices: [{ kind: 'success', code: 'item_restored', data: { name: line.name } }],
    };
  },
};

function isClear(state: CartState): boolean {
  const { lines, removed, coupons, fees, chosenRates, extensions, note, given } = state;
  const lists = [lines, removed, coupons, fees, Object.keys(chosenRates), Object.keys(extensions)];
  return lists.every(({ length }) => length === 0) && note === undefined && given === undefined;
}

/**
 * Empties a cart: removes lines, coupons, fees, chosen shipping, note, attributes and data of extensions, but keeps the
 * addresses (docs/reference/cart.md#clear-the-cart). With `keepRemoved`, lines that were removed earlier can still be restored.
 * Lines that this command removes cannot be restored. Pure.
 */
export const clear: CommandRule<CommandOf<'clear'>> = {
  needs: noNeeds,
  mayBeStale: always,
  apply(state, { keepRemoved }) {
    const removed = keepRemoved ? state.removed : [];
    const cleared = {
      ...state,
      lines: [],
      removed,
      coupons: [],
      fees: [],
      chosenRates: {},
      offeredRates: {},
      extensions: {},
      note: undefined,
      given: undefined,
    };
    return {
      state: isClear({ ...state, removed: keepRemoved ? [] : state.removed }) ? state : cleared,
      lineKeys: [],
      notices: [{ kind: 'notice', code: 'cart_emptied', data: {} }],
    };
  },
};
