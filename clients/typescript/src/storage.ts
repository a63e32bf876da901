/** Where a client keeps texts by name: the key of the cart, the tokens. Its functions may be asynchronous. */
export interface ClientStorage {
  get(name: string): string | null | Promise<string | null>;
  set(name: string, value: string): void | Promise<void>;
  remove(name: string): void | Promise<void>;
}

/** Returns a storage that lasts as long as the program. */
export function memoryStorage(): ClientStorage {
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

/** Returns a storage in `localStorage` or `sessionStorage`. The prefix keeps two shops of one origin apart. */
export function webStorage(storage: WebStorage, prefix = 'cartwright.'): ClientStorage {
  return {
    get: (name) => storage.getItem(prefix + name),
    set: (name, value) => storage.setItem(prefix + name, value),
    remove: (name) => storage.removeItem(prefix + name),
  };
}
