import { invalidParameter } from '#platform/errors/errors.ts';
import type { Call } from '../../../routing/call.ts';

/** Matches a text that PHP accepts as a number. */
const numeric = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * Returns the quantity as given; the cart service checks its value.
 *
 * @throws ServiceError `rest_invalid_param` for a text that is not a number, if `badQuantity` of the
 * dialect is 400
 */
export function quantityOf(text: string, { dialect }: Call): string {
  if (dialect.badQuantity === 400 && !numeric.test(text.trim()))
    throw invalidParameter('quantity', 'must be a number.');
  return text;
}
