import { asServiceError, refusal, unavailable } from '#platform/errors/errors.ts';
import { type CartState, decodeState, NewerStateError } from '../domain/state.ts';
import type { StoredCart } from '../store/cart-store.ts';

/**
 * Parses the stored state of a cart. @throws ServiceError 503 for a state of a newer version; `service_cart_error` for
 * an invalid text
 */
export function stateIn(text: string): CartState {
  try {
    return decodeState(text);
  } catch (error) {
    throw error instanceof NewerStateError
      ? unavailable(error)
      : refusal('service_cart_error', {}, { cause: error });
  }
}

/**
 * Returns the state of a stored cart; null for a missing cart or an invalid state. @throws ServiceError 503
 * for a state of a newer version, which another replica can read
 */
export function readable({ state }: Pick<StoredCart, 'state'>): CartState | null {
  if (state === '') return null;
  try {
    return stateIn(state);
  } catch (error) {
    if (asServiceError(error).code !== 'service_cart_error') throw error;
    return null;
  }
}
