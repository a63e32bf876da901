/** Stores texts of a client by name: the key of the cart, and the tokens. The functions may be asynchronous. */
export interface ClientStorage {
  get(name: string): string | null | Promise<string | null>;
  set(name: string, value: string): void | Promise<void>;
  remove(name: string): void | Promise<void>;
  /**
   * Runs functions one at a time, also across browser tabs that share the storage. Without this function, two tabs may
   * refresh the same token.
   */
  inTurn?<T>(run: () => Promise<T>): Promise<T>;
}

/** A client storage whose functions are synchronous. */
export interface SyncStorage extends ClientStorage {
  get(name: string): string | null;
  set(name: string, value: string): void;
  remove(name: string): void;
}

/** Returns a storage in memory, which lasts as long as the program runs. */
export function memoryStorage(): SyncStorage {
  const kept = new Map<string, string>();
  return {
    get: (name) => kept.get(name) ?? null,
    set: (name, value) => void kept.set(name, value),
    remove: (name) => void kept.delete(name),
  };
}

/** The functions of `localStorage` and `sessionStorage` that the client uses. */
export interface WebStorage {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
  removeItem(name: string): void;
}

/**
 * Runs a function while holding a lock of the browser. In a browser without locks, runs the function without
 * a lock.
 */
async function inTurn<T>(lock: string, run: () => Promise<T>): Promise<T> {
  const { locks } = globalThis.navigator ?? {};
  if (!locks) return run();
  let hasBegun = false;
  try {
    return await locks.request(lock, () => {
      hasBegun = true;
      return run();
    });
  } catch (error) {
    // If `run` has begun, the error comes from `run`. Otherwise the browser has refused the lock, as browsers
    // that forbid storage do.
    if (hasBegun) throw error;
    return run();
  }
}

/**
 * Returns a storage in `localStorage` or `sessionStorage`. The prefix separates several shops of one origin. If the
 * browser forbids storage, texts are kept in memory. In such a browser, even reading `localStorage` throws, so pass a
 * function: `() => localStorage`.
 */
export function webStorage(storage: WebStorage | (() => WebStorage), prefix = 'cartwright.'): SyncStorage {
  const memory = memoryStorage();
  function tryStorage<T>(use: (storage: WebStorage) => T, otherwise: () => T): T {
    try {
      return use(typeof storage === 'function' ? storage() : storage);
    } catch {
      return otherwise();
    }
  }
  return {
    get: (name) =>
      memory.get(name) ??
      tryStorage(
        (web) => web.getItem(prefix + name),
        () => null,
      ),
    set(name, value) {
      memory.remove(name);
      tryStorage(
        (web) => web.setItem(prefix + name, value),
        () => memory.set(name, value),
      );
    },
    remove(name) {
      memory.remove(name);
      tryStorage(
        (web) => web.removeItem(prefix + name),
        () => undefined,
      );
    },
    inTurn: (run) => inTurn(`${prefix}turn`, run),
  };
}
