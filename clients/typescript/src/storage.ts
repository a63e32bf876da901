/** Where a client keeps texts by name: the key of the cart, the tokens. Its functions may be asynchronous. */
export interface ClientStorage {
  get(name: string): string | null | Promise<string | null>;
  set(name: string, value: string): void | Promise<void>;
  remove(name: string): void | Promise<void>;
  /** Runs functions one after the other over all tabs that share the storage. Without it, two tabs may both refresh a token. */
  inTurn?<T>(run: () => Promise<T>): Promise<T>;
}

/** A storage that answers at once. */
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

/** What a storage of the browser can do: `localStorage`, `sessionStorage`. */
export interface WebStorage {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
  removeItem(name: string): void;
}

/** Runs a function under a lock of the browser, or at once where there is none. */
async function inTurn<T>(lock: string, run: () => Promise<T>): Promise<T> {
  const { locks } = globalThis.navigator ?? {};
  if (!locks) return run();
  let began = false;
  try {
    return await locks.request(lock, () => {
      began = true;
      return run();
    });
  } catch (error) {
    // An error after the begin is that of `run`. Before it, the browser refused the lock, as where it forbids storage.
    if (began) throw error;
    return run();
  }
}

/**
 * Returns a storage in `localStorage` or `sessionStorage`. The prefix keeps two shops of one origin apart. Where the
 * browser forbids storage, texts stay in memory. Pass a function, `() => localStorage`: there the mere name throws.
 */
export function webStorage(storage: WebStorage | (() => WebStorage), prefix = 'cartwright.'): SyncStorage {
  const memory = memoryStorage();
  function tried<T>(use: (storage: WebStorage) => T, otherwise: () => T): T {
    try {
      return use(typeof storage === 'function' ? storage() : storage);
    } catch {
      return otherwise();
    }
  }
  return {
    get: (name) =>
      memory.get(name) ??
      tried(
        (web) => web.getItem(prefix + name),
        () => null,
      ),
    set(name, value) {
      memory.remove(name);
      tried(
        (web) => web.setItem(prefix + name, value),
        () => memory.set(name, value),
      );
    },
    remove(name) {
      memory.remove(name);
      tried(
        (web) => web.removeItem(prefix + name),
        () => undefined,
      );
    },
    inTurn: (run) => inTurn(`${prefix}turn`, run),
  };
}
