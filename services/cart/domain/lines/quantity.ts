import { maxQuantity } from '#contracts/cart.ts';
import type { ProductFacts } from '#contracts/catalogue.ts';
import { refusal } from '#platform/errors/errors.ts';

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
  const named = facts.status === 'publish' ? ` of "${facts.name}"` : '';
  return refusal('service_quantity_invalid_amount', limits, {
    message: `The quantity${named} must be a whole number from ${limits.minimum} to ${limits.maximum}.`,
  });
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
  if (!number.test(trimmed)) {
    const message = `The quantity of "${facts.name}" must be a number.`;
    throw refusal('service_quantity_not_numeric', {}, { message });
  }
  const quantity = Number(trimmed);
  if (facts.soldIndividually && Number.isInteger(quantity) && quantity > 1) {
    const message = `Only one "${facts.name}" can be in your cart.`;
    throw refusal('service_can_not_increase_quantity', {}, { message });
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
