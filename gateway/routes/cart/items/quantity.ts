import { invalidParameter } from '#platform/errors/errors.ts';
import type { Call } from '../../../routing/call.ts';

/** A text that PHP reads as a number. */
const numeric = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * Returns the quantity as sent; the cart checks it.
 *
 * @throws ServiceError `rest_invalid_param` for a text that is not a number, on mounts that check this first
 */
export function quantityOf(text: string, { dialect }: Call): string {
  if (dialect.badQuantity === 400 && !numeric.test(text.trim()))
    throw invalidParameter('quantity', 'must be a number.');
  return text;
}
