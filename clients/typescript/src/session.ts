import type { ClientStorage } from './storage.ts';

/** The tokens of a login. */
export interface Tokens {
  readonly access: string;
  readonly refresh: string;
}

/** Who the client is for the shop: the key of a guest's cart, the tokens of a customer. */
export class Session {
  readonly #cart: ClientStorage;
  readonly #tokens: ClientStorage;
  readonly #listeners = new Set<() => void>();
  #refreshing: Promise<string | null> | null = null;
  #first: Promise<void> | null = null;
  /** The revision of the cart in the last answer about it, or null before the first one. */
  revision: number | null = null;

  constructor(cart: ClientStorage, tokens: ClientStorage) {
    this.#cart = cart;
    this.#tokens = tokens;
  }

  /** Returns the key of the guest's cart, or null. */
  async cartKey(): Promise<string | null> {
    return this.#cart.get('cart-key');
  }

  async keepCartKey(key: string): Promise<void> {
    if (key !== (await this.cartKey())) await this.#cart.set('cart-key', key);
  }

  /** Forgets the key of a guest's cart, unless there is another one by now. */
  async dropCartKey(key: string): Promise<void> {
    if (key === (await this.cartKey())) await this.#cart.remove('cart-key');
  }

  /** Returns the access token, or null. Waits for a refresh under way. */
  async accessToken(): Promise<string | null> {
    // A refresh that fails concerns its callers. The token may be refused then, and is refreshed again.
    await this.#refreshing?.catch(() => null);
    return this.#tokens.get('access-token');
  }

  async logIn({ access, refresh }: Tokens): Promise<void> {
    await this.#keep({ access, refresh });
    this.#changed();
  }

  async logOut(): Promise<void> {
    await this.#tokens.remove('access-token');
    await this.#tokens.remove('refresh-token');
    this.#changed();
  }

  /** Calls the listener after each login and logout. Returns a function that ends this. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Returns an access token in place of a refused one, or null if there is none. All callers that wait share one
   * exchange. `exchange` returns the next tokens, or null if the login has ended.
   */
  refresh(
    refused: string,
    exchange: (refreshToken: string) => Promise<Tokens | null>,
  ): Promise<string | null> {
    const renewed = () => this.#refresh(refused, exchange);
    this.#refreshing ??= (this.#tokens.inTurn?.(renewed) ?? renewed()).finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  async #refresh(
    refused: string,
    exchange: (token: string) => Promise<Tokens | null>,
  ): Promise<string | null> {
    const held = await this.#tokens.get('access-token');
    // Another tab, or an earlier caller, has refreshed the token already.
    if (held !== refused) return held;
    const token = await this.#tokens.get('refresh-token');
    const next = token ? await exchange(token) : null;
    if (next === null) await this.logOut();
    else await this.#keep(next);
    return next?.access ?? null;
  }

  /**
   * Runs a guest's request with the key of the cart. While there is no key, one request runs at a time: the answer to
   * the first brings the key, and without it two requests would get two carts.
   */
  async asGuest<T>(run: (key: string | null) => Promise<T>): Promise<T> {
    for (;;) {
      const key = await this.cartKey();
      if (key !== null) return run(key);
      if (this.#first === null) break;
      await this.#first;
    }
    let done = () => {};
    this.#first = new Promise((resolve) => {
      done = resolve;
    });
    try {
      return await run(null);
    } finally {
      this.#first = null;
      done();
    }
  }

  async #keep({ access, refresh }: Tokens): Promise<void> {
    await this.#tokens.set('access-token', access);
    await this.#tokens.set('refresh-token', refresh);
  }

  #changed(): void {
    this.revision = null;
    for (const listener of [...this.#listeners]) listener();
  }
}
