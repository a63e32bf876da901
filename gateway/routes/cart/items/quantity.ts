import { invalidParameter } from '#platform/errors/errors.ts';
import type { Call } from '../../../routing/call.ts';

/** Matches a text that PHP accepts as a number. */
const numeric = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * Returns the given text. If the dialect's `badQuantity` is 400, checks that the text is a number. The cart service
 * makes all other checks.
 *
 * @throws ServiceError `rest_invalid_param`
 */
export function quantityOf(text: string, { dialect }: Call): string {
  if (dialect.badQuantity === 400 && !numeric.test(text.trim()))
    throw invalidParameter('quantity', 'must be a number.');
  return text;
}
