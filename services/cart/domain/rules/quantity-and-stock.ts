import { maxQuantity } from '#contracts/cart.ts';
import type { ProductFacts } from '#contracts/catalogue.ts';
import { refusal } from '#platform/errors/errors.ts';
import { type FactsById, factsIdOf } from '../../model/command.ts';
import type { Line } from '../../model/state.ts';

const number = /^[+-]?\d+(\.\d+)?$/;

/** Returns whether a client's text is 0, which removes a line. */
export function isZero(text: string): boolean {
  const trimmed = text.trim();
  return number.test(trimmed) && Number(trimmed) === 0;
}

/** Returns the maximum quantity of one purchase, before stock is checked. */
export function maxFor(facts: ProductFacts): number {
  return facts.soldIndividually ? 1 : maxQuantity;
}

function badAmount(facts: ProductFacts) {
  const limits = { minimum: facts.minPurchase, maximum: maxFor(facts) };
  // The name of an unpublished product is not public.
  const named = facts.status === 'publish' ? { name: facts.name } : {};
  return refusal('service_quantity_invalid_amount', { ...limits, ...named });
}

/**
 * Returns the quantity in a client's text, without rounding (docs/reference/cart.md#quantities).
 *
 * @throws ServiceError `service_quantity_not_numeric` for a text that is no number; `service_quantity_invalid_amount`
 * for 0, a negative number, a fraction, or a number beyond the product's limits
 */
export function parseQuantity(text: string, facts: ProductFacts): number {
  const trimmed = text.trim();
  if (!number.test(trimmed)) throw refusal('service_quantity_not_numeric', {});
  const quantity = Number(trimmed);
  const fits = Number.isInteger(quantity) && quantity >= facts.minPurchase && quantity <= maxFor(facts);
  if (!fits) throw badAmount(facts);
  return quantity;
}

/**
 * Returns a line's new quantity, 0 for removal (docs/reference/cart.md#change-an-item).
 *
 * @throws ServiceError `service_quantity_not_numeric` for a text that is no number;
 * `service_can_not_increase_quantity` for more than one of a product sold individually;
 * `service_quantity_invalid_amount` for a negative number, a fraction, or a number beyond the product's limits
 */
export function parseNewQuantity(text: string, facts: ProductFacts): number {
  if (isZero(text)) return 0;
  const trimmed = text.trim();
  if (!number.test(trimmed)) throw refusal('service_quantity_not_numeric', { name: facts.name });
  const quantity = Number(trimmed);
  if (facts.soldIndividually && Number.isInteger(quantity) && quantity > 1) {
    throw refusal('service_can_not_increase_quantity', { name: facts.name });
  }
  return parseQuantity(text, facts);
}

/**
 * Returns a line's quantity after an addition. @throws ServiceError `service_quantity_invalid_amount` beyond 9,999
 */
export function raised(held: number, added: number, facts: ProductFacts): number {
  if (held + added > maxQuantity) throw badAmount(facts);
  return held + added;
}

/**
 * Returns the sum of the quantities of all lines that use the stock `stockUnit`. `known` has the stock that
 * each line uses.
 */
function inCart(lines: readonly Line[], stockUnit: number, known: FactsById): number {
  const own = lines.filter((line) => (known.get(factsIdOf(line))?.stockUnit ?? line.stockUnit) === stockUnit);
  return own.reduce((held, { quantity }) => held + quantity, 0);
}

function isSoldOut({ stock: { status } }: ProductFacts): boolean {
  return status === 'outofstock';
}

/** Returns how many pieces of a product are in stock; null when backorders are allowed or stock is not counted. */
function piecesOf(facts: ProductFacts): number | null {
  const { managed, quantity, backorders } = facts.stock;
  if (isSoldOut(facts)) return 0;
  if (!managed || quantity === null || backorders !== 'no') return null;
  return Math.max(0, quantity);
}

/**
 * Returns how many pieces of a product are in stock after the lines `others` have taken their quantities.
 * Infinite if the stock sets no limit.
 */
export function availableQuantity(facts: ProductFacts, known: FactsById, others: readonly Line[]): number {
  const available = piecesOf(facts) ?? Number.POSITIVE_INFINITY;
  return Math.max(0, available - inCart(others, facts.stockUnit, known));
}

/**
 * Checks that the stock is enough for the `added` pieces and for all `lines` that use the same stock
 * (docs/reference/rules.md#stock). The check reserves no stock. `known` has the facts of all lines.
 *
 * In a refusal, `in_cart` counts the pieces in the lines `before`, and `requested` counts the pieces that the command
 * has added so far, including `added`. Both count only pieces of the same stock. If a command adds several items,
 * `before` has the lines before the first addition.
 *
 * @throws ServiceError `service_product_sold_individually`, `service_cannot_be_purchased`,
 * `service_product_out_of_stock`, `service_not_enough_in_stock`, `service_not_enough_stock_remaining`
 */
export function requireStock(
  facts: ProductFacts,
  known: FactsById,
  lines: readonly Line[],
  key: string,
  added: number,
  before: readonly Line[] = lines,
): void {
  if (facts.soldIndividually && lines.some((line) => line.key === key)) {
    throw refusal('service_product_sold_individually', { name: facts.name });
  }
  if (!facts.purchasable) throw refusal('service_cannot_be_purchased', {});
  const available = piecesOf(facts);
  if (available === null) return;
  const held = inCart(before, facts.stockUnit, known);
  const requested = inCart(lines, facts.stockUnit, known) - held + added;
  if (held + requested <= available) return;
  const data = { requested, in_cart: held, available, name: facts.name };
  if (isSoldOut(facts)) throw refusal('service_product_out_of_stock', data);
  throw refusal(held > 0 ? 'service_not_enough_stock_remaining' : 'service_not_enough_in_stock', data);
}

/**
 * Checks that the stock is enough if a line gets the `requested` quantity and all `others` keep their quantities
 * (docs/reference/rules.md#stock). The line's present quantity does not count, so a line with more pieces than the
 * stock can be lowered to the stock or less.
 *
 * @throws ServiceError `service_not_enough_in_stock`, where `in_cart` counts all `lines` that use the same stock
 */
export function requireStockForLine(
  facts: ProductFacts,
  known: FactsById,
  lines: readonly Line[],
  others: readonly Line[],
  requested: number,
): void {
  const available = piecesOf(facts);
  if (available === null) return;
  if (inCart(others, facts.stockUnit, known) + requested <= available) return;
  const held = inCart(lines, facts.stockUnit, known);
  const data = { requested, in_cart: held, available, name: facts.name };
  throw refusal('service_not_enough_in_stock', data);
}
