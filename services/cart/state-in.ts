import { refusal, unavailable } from '#platform/errors/errors.ts';
import { type CartState, decodeState, NewerStateError } from './domain/state.ts';

/** The state in a kept text. @throws ServiceError 503 for a newer form; `service_cart_error` for what is none */
export function stateIn(text: string): CartState {
  try {
    return decodeState(text);
  } catch (error) {
    throw error instanceof NewerStateError
      ? unavailable(error)
      : refusal('service_cart_error', {}, { cause: error });
  }
}
