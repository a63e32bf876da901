import { withLock } from './tabs.ts';

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
  /**
   * Calls the listener when another tab has set or removed a text. A text that was not there, or is there no more, is
   * null. Returns a function that removes the listener. Without this function, a tab does not notice what others do.
   */
  onOtherTab?(listener: (change: StorageChange) => void): () => void;
  /**
   * A name that is equal in all tabs that share the storage, and in no others. Without it, each tab has an event stream of
   * its own.
   */
  readonly sharedAs?: string | undefined;
}

/** A change of a stored text by another tab. */
export interface StorageChange {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
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

/** The members of a browser's `storage` event that the client reads. `key` is null if the whole storage was emptied. */
interface StorageEventLike {
  readonly key: string | null;
  readonly oldValue: string | null;
  readonly newValue: string | null;
}

/** The names of the texts of a client that other tabs may change. */
const watched = ['cart-key', 'access-token', 'refresh-token'];

/**
 * Listens to the changes that other tabs make. Browsers send `storage` events to all tabs except the one that made the
 * change; elsewhere there are no other tabs, so nothing is ever heard.
 */
function onOtherTab(prefix: string, listener: (change: StorageChange) => void): () => void {
  const target = globalThis as {
    addEventListener?: (type: 'storage', heard: (event: StorageEventLike) => void) => void;
    removeEventListener?: (type: 'storage', heard: (event: StorageEventLike) => void) => void;
  };
  const heard = ({ key, oldValue, newValue }: StorageEventLike) => {
    // An emptied storage does not say what it contained.
    if (key === null) for (const name of watched) listener({ name, before: '', after: null });
    else if (key.startsWith(prefix))
      listener({ name: key.slice(prefix.length), before: oldValue, after: newValue });
  };
  target.addEventListener?.('storage', heard);
  return () => target.removeEventListener?.('storage', heard);
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
    inTurn: (run) => withLock(`${prefix}turn`, run),
    onOtherTab: (listener) => onOtherTab(prefix, listener),
    get sharedAs() {
      // Each tab has a `sessionStorage` and texts in memory of its own.
      if (watched.some((name) => memory.get(name) !== null)) return undefined;
      return tryStorage(
        (web) => (web === globalThis.localStorage ? prefix : undefined),
        () => undefined,
      );
    },
  };
}
