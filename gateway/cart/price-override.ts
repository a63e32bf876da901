import type { Notice } from '#contracts/cart.ts';
import { refusal } from '#platform/errors/errors.ts';
import type { Call } from '../http/call.ts';

const ignored: Notice = {
  kind: 'error',
  text: 'You are not allowed to set the price of an item. Its own price was used.',
};

/**
 * The price that an item gets on the caller's word; null for its own. Without the right to set one it is refused, or
 * left out with a notice, as the dialect has it (contract 4.1, 13).
 *
 * @throws ServiceError `service_price_override_not_allowed`
 */
export function priceOf(
  price: string | null,
  call: Call,
): { price: string | null; notices: readonly Notice[] } {
  if (price === null || call.setsPrices) return { price, notices: [] };
  if (call.dialect.unwantedPrice === 'refused') throw refusal('service_price_override_not_allowed', {});
  return { price: null, notices: [ignored] };
}
