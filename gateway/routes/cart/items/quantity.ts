import { invalidParameter } from '#platform/errors/errors.ts';
import type { Call } from '../../../routing/call.ts';

/** Matches a text that PHP accepts as a number. */
const numeric = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * Returns the quantity unchanged, because the cart service checks the value.
 *
 * @throws ServiceError `rest_invalid_param` for a text that is not a number, if the dialect's `badQuantity` is
 * 400
 */
export function quantityOf(text: string, { dialect }: Call): string {
  if (dialect.badQuantity === 400 && !numeric.test(text.trim()))
    throw invalidParameter('quantity', 'must be a number.');
  return text;
}
