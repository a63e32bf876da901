import type { Notice } from '#contracts/cart.ts';
import { refusal } from '#platform/errors/errors.ts';
import type { Call } from '../../../routing/call.ts';

const ignored: Notice = {
  kind: 'error',
  text: 'You are not allowed to set the price of an item. Its own price was used.',
};

/**
 * Returns the price that the caller sets for an item; null if the product's own price applies. If the caller
 * may not set prices, the dialect refuses or ignores the price (docs/reference/cart.md#a-price-of-the-caller).
 *
 * @throws ServiceError `service_price_override_not_allowed`
 */
export function priceOf(price: string | undefined, call: Call): string | null {
  if (price === undefined || call.setsPrices) return price ?? null;
  if (call.dialect.unwantedPrice === 'refused') throw refusal('service_price_override_not_allowed', {});
  return null;
}

/** Returns a list with one notice if the gateway ignored a price of the caller, else an empty list. */
export function priceNotices(prices: readonly (string | undefined)[], call: Call): readonly Notice[] {
  return !call.setsPrices && prices.some((price) => price !== undefined) ? [ignored] : [];
}
