import type { ProductFacts } from '#contracts/catalogue.ts';
import { refusal } from '#platform/errors/errors.ts';
import type { ErrorData } from '#platform/errors/registry.ts';
import { type FactsById, factsIdOf } from '../../model/command.ts';
import type { Line } from '../../model/state.ts';

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

type TooFew = 'service_not_enough_in_stock' | 'service_not_enough_stock_remaining';

function notEnough(code: TooFew, name: string, wanted: number, data: ErrorData<TooFew>) {
  const { in_cart: held, available } = data;
  const message = `You cannot have ${wanted} of "${name}": ${available} in stock, ${held} in your cart.`;
  return refusal(code, data, { message });
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
    const message = `You cannot add another "${facts.name}" to your cart.`;
    throw refusal('service_product_sold_individually', {}, { message });
  }
  if (!facts.purchasable) throw refusal('service_cannot_be_purchased', {});
  const available = piecesOf(facts);
  if (available === null) return;
  const held = inCart(before, facts.stockUnit, known);
  const requested = inCart(lines, facts.stockUnit, known) - held + added;
  if (held + requested <= available) return;
  const data = { requested, in_cart: held, available };
  if (isSoldOut(facts)) {
    throw refusal('service_product_out_of_stock', data, { message: `"${facts.name}" is out of stock.` });
  }
  const code = held > 0 ? 'service_not_enough_stock_remaining' : 'service_not_enough_in_stock';
  throw notEnough(code, facts.name, held + requested, data);
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
  const data = { requested, in_cart: held, available };
  throw notEnough('service_not_enough_in_stock', facts.name, requested, data);
}
