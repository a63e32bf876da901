/** Stores a client's texts by name: the key of the cart, and the tokens. Its functions may be asynchronous. */
export interface ClientStorage {
  get(name: string): string | null | Promise<string | null>;
  set(name: string, value: string): void | Promise<void>;
  remove(name: string): void | Promise<void>;
  /** Runs one function at a time in all tabs that share the storage. Without it, two tabs may both refresh a token. */
  inTurn?<T>(run: () => Promise<T>): Promise<T>;
}

/** A storage whose functions are synchronous. */
export interface SyncStorage extends ClientStorage {
  get(name: string): string | null;
  set(name: string, value: string): void;
  remove(name: string): void;
}

/** Returns a storage that lasts as long as the program. */
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

/** Runs a function with a lock of the browser, or without one where the browser has no locks. */
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
    // If `run` has begun, the error is its own. Otherwise the browser refused the lock, as it does where it forbids
    // storage.
    if (hasBegun) throw error;
    return run();
  }
}

/**
 * Returns a storage in `localStorage` or `sessionStorage`. The prefix separates two shops of one origin. Where the
 * browser forbids storage, texts are kept in memory. Pass a function, `() => localStorage`, since there `localStorage`
 * itself throws.
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
