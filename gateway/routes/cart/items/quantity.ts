import { invalidParameter } from '#platform/errors/errors.ts';
import type { Call } from '../../../routing/call.ts';

/** Matches a text that PHP accepts as a number. */
const numeric = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * Returns the given text. If the dialect's `badQuantity` is 400, refuses a text that is not a number. The cart
 * service checks everything else.
 *
 * @throws ServiceError `rest_invalid_param`
 */
export function quantityOf(text: string, { dialect }: Call): string {
  if (dialect.badQuantity === 400 && !numeric.test(text.trim()))
    throw invalidParameter('quantity', 'must be a number.');
  return text;
}
