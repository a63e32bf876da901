import { ServiceError } from '#platform/errors/errors.ts';

/** Maximum number of cart keys that the gateway tries for one request. */
const maxKeys = 3;

/**
 * Returns the result of `run`, which answers a request and calls `key` for a new cart key. If a service
 * refuses the request with 503 after a call of `key`, calls `run` again.
 *
 * The cart key determines the Redis instance, so another key may reach an available instance. Repeating a
 * write is safe, because no client ever learns the earlier key.
 */
export async function withNewKey<T>(issue: () => string, run: (key: () => string) => Promise<T>): Promise<T> {
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
 * Returns whether an error is a 503 that a service has sent. A 503 of the gateway itself has a `cause`, for example
 * because a service did not answer.
 */
function isRefusedByService(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'service_unavailable' && error.cause === undefined;
}
