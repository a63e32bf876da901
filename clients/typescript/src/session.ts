import type { ClientStorage } from './storage.ts';

/** The tokens of a login. */
export interface Tokens {
  readonly access: string;
  readonly refresh: string;
}

/** Stores who the client's user is: the key of a guest's cart, or the tokens of a customer. */
export class Session {
  readonly #cart: ClientStorage;
  readonly #tokens: ClientStorage;
  readonly #listeners = new Set<() => void>();
  #refreshing: Promise<string | null> | null = null;
  #firstRequest: Promise<void> | null = null;
  /** Stops listening to other tabs; undefined while nobody listens to this session. */
  #leaveTabs: (() => void) | undefined;
  /** The revision of the cart in the last answer about the cart; null before the first answer. */
  revision: number | null = null;

  constructor(cart: ClientStorage, tokens: ClientStorage) {
    this.#cart = cart;
    this.#tokens = tokens;
  }

  /** Returns the key of the guest's cart; null if the guest has no cart. */
  async cartKey(): Promise<string | null> {
    return this.#cart.get('cart-key');
  }

  async keepCartKey(key: string): Promise<void> {
    if (key !== (await this.cartKey())) await this.#cart.set('cart-key', key);
  }

  /** Removes this cart key from the storage. Does nothing if the storage has a different key by now. */
  async dropCartKey(key: string): Promise<void> {
    if (key === (await this.cartKey())) await this.#cart.remove('cart-key');
  }

  /** Returns the access token; null if nobody is logged in. If a refresh is running, waits for its end. */
  async accessToken(): Promise<string | null> {
    // After a failed refresh, this method returns the old token. The callers of `refresh` get the error.
    await this.#refreshing?.catch(() => null);
    return this.#tokens.get('access-token');
  }

  /**
   * Returns a name that all tabs with this shopper have, and no others; null if this tab has a storage of its own. It
   * changes with a login and a logout.
   */
  async tabs(): Promise<string | null> {
    const isGuest = (await this.accessToken()) === null;
    const { sharedAs } = isGuest ? this.#cart : this.#tokens;
    return sharedAs === undefined ? null : `${sharedAs}${isGuest ? 'guest' : 'customer'}.events`;
  }

  async logIn({ access, refresh }: Tokens): Promise<void> {
    await this.#storeTokens({ access, refresh });
    this.#notify();
  }

  async logOut(): Promise<void> {
    await this.#tokens.remove('access-token');
    await this.#tokens.remove('refresh-token');
    this.#notify();
  }

  /**
   * Calls the listener after each login and logout, also of another tab that shares the storage. Returns a function that
   * removes the listener.
   */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    this.#leaveTabs ??= this.#tokens.onOtherTab?.(({ name, before, after }) => {
      // A token that replaces another one is a refresh of the same login.
      if (name === 'access-token' && (before === null) !== (after === null)) this.#notify();
    });
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#leaveTabs?.();
      this.#leaveTabs = undefined;
    };
  }

  /**
   * Replaces a token that the service has refused. Returns the new access token; null if the login has ended.
   * Concurrent callers share one call of `exchange`, which returns the next tokens or null.
   */
  refresh(
    refused: string,
    exchange: (refreshToken: string) => Promise<Tokens | null>,
  ): Promise<string | null> {
    const renew = () => this.#refresh(refused, exchange);
    this.#refreshing ??= (this.#tokens.inTurn?.(renew) ?? renew()).finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  async #refresh(
    refused: string,
    exchange: (token: string) => Promise<Tokens | null>,
  ): Promise<string | null> {
    const current = await this.#tokens.get('access-token');
    // Another tab or an earlier caller has already refreshed the token.
    if (current !== refused) return current;
    const token = await this.#tokens.get('refresh-token');
    const next = token ? await exchange(token) : null;
    if (next === null) await this.logOut();
    else await this.#storeTokens(next);
    return next?.access ?? null;
  }

  /**
   * Runs a guest's request with the cart's key. Without a key, requests run one at a time, because two
   * requests without a key would create two carts.
   */
  async asGuest<T>(run: (key: string | null) => Promise<T>): Promise<T> {
    for (;;) {
      const key = await this.cartKey();
      if (key !== null) return run(key);
      if (this.#firstRequest === null) break;
      await this.#firstRequest;
    }
    let done = () => {};
    this.#firstRequest = new Promise((resolve) => {
      done = resolve;
    });
    try {
      return await run(null);
    } finally {
      this.#firstRequest = null;
      done();
    }
  }

  async #storeTokens({ access, refresh }: Tokens): Promise<void> {
    await this.#tokens.set('access-token', access);
    await this.#tokens.set('refresh-token', refresh);
  }

  #notify(): void {
    this.revision = null;
    for (const listener of [...this.#listeners]) listener();
  }
}
