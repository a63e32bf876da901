import { ServiceError } from '#platform/errors/errors.ts';

/** Maximum number of cart keys that are tried for one request. */
const maxKeys = 3;

/**
 * Runs the request of a guest, and runs it again with another cart key if a service refuses it with 503 and this
 * gateway chose the key (`key` was called). The key determines the Redis of the cart, and the first one may be away. If
 * the first write took effect nevertheless, its cart has a key that nobody knows.
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

/** Returns whether a service sent the error. A 503 of this gateway, such as a missing answer, has a cause. */
function isRefusedByService(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'service_unavailable' && error.cause === undefined;
}
