import { invalidParameter } from '#platform/errors/errors.ts';
import type { Call } from '../http/call.ts';

/** A text that PHP takes for a number. */
const numeric = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * The quantity as the client sent it. The cart decides whether it fits.
 *
 * @throws ServiceError `rest_invalid_param` for a text that is no number, on mounts that check this first
 */
export function quantityOf(text: string, { dialect }: Call): string {
  if (dialect.badQuantity === 400 && !numeric.test(text.trim()))
    throw invalidParameter('quantity', 'must be a number.');
  return text;
}
