import type { ProductFacts } from '#contracts/catalogue.ts';
import { refusal } from '#platform/errors/errors.ts';

/** The greatest quantity of one line, whatever the product (reliability 2.1). */
const greatestQuantity = 9_999;

const number = /^[+-]?\d+(\.\d+)?$/;

/** The greatest quantity of one purchase before stock is asked. */
function greatest(facts: ProductFacts): number {
  return facts.soldIndividually ? 1 : greatestQuantity;
}

function badAmount(facts: ProductFacts) {
  const limits = { minimum: facts.minPurchase, maximum: greatest(facts) };
  // What is not published has no name in public.
  const named = facts.status === 'publish' ? ` of "${facts.name}"` : '';
  return refusal('service_quantity_invalid_amount', limits, {
    message: `The quantity${named} must be a whole number from ${limits.minimum} to ${limits.maximum}.`,
  });
}

/**
 * The quantity in a client's text: whole, never cut (reliability, settled rules).
 *
 * @throws ServiceError `service_quantity_not_numeric` for a text that is no number;
 * `service_quantity_invalid_amount` for 0, a negative, a fraction, or beyond the product's limits
 */
export function parseQuantity(text: string, facts: ProductFacts): number {
  const trimmed = text.trim();
  if (!number.test(trimmed)) throw refusal('service_quantity_not_numeric', {});
  const quantity = Number(trimmed);
  const fits = Number.isInteger(quantity) && quantity >= facts.minPurchase && quantity <= greatest(facts);
  if (!fits) throw badAmount(facts);
  return quantity;
}

/** A line's quantity after an addition. @throws ServiceError `service_quantity_invalid_amount` beyond 9,999 */
export function raised(held: number, added: number, facts: ProductFacts): number {
  if (held + added > greatestQuantity) throw badAmount(facts);
  return held + added;
}
