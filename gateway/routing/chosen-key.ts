import { ServiceError } from '#platform/errors/errors.ts';

/** Maximum number of cart keys that are tried for one request. */
const maxKeys = 3;

/**
 * Returns the result of `run`, which answers the request of a guest. `run` calls `key` if the guest needs a new
 * cart key. If a service then refuses the request with 503, `run` is called again and gets another key.
 *
 * The cart key determines the Redis instance that stores the cart, and this instance may be unavailable.
 * Another key may belong to another instance. If the refused write took effect after all, it changed a cart
 * whose key no client has received.
 */
export async function withChosenKey<T>(
  issue: () => string,
  run: (key: () => string) => Promise<T>,
): Promise<T> {
  let keys = 0;
  const key = () => {
    keys += 1;
    return issue();
  };
  for (;;) {
    try {
      return await run(key);
    } catch (error) {
      if (keys === 0 || keys === maxKeys || !isRefusedByService(error)) throw error;
    }
  }
}

/**
 * Returns whether an error is a 503 that a service has sent. A 503 with a cause comes from this gateway itself, for
 * example because a service did not answer.
 */
function isRefusedByService(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'service_unavailable' && error.cause === undefined;
}
