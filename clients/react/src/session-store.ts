import { CartwrightError, type Client, type Credentials, type MyAccount } from '@cartwright/client';
import { Store } from './store.ts';

export interface SessionState {
  /** The customer who is logged in; null if nobody is, and until the account has been read. */
  readonly customer: MyAccount | null;
  readonly isLoggedIn: boolean;
  /** Whether it is not known yet who is here. */
  readonly loading: boolean;
  /** Whether a login, logout or registration waits for its answer. */
  readonly pending: boolean;
  /** Why the last attempt was refused; null after a new one. */
  readonly error: CartwrightError | null;
}

type Registration = Parameters<Client['register']>[0];

/** Who is logged in. A login and a logout in another tab are noticed where the tabs share a storage. */
export class SessionStore extends Store<SessionState> {
  readonly #client: Client;
  #reading: Promise<void> = Promise.resolve();
  #shopper = new AbortController();

  constructor(client: Client) {
    super({ customer: null, isLoggedIn: false, loading: true, pending: false, error: null });
    this.#client = client;
  }

  /** Logs a customer in. Returns whether that succeeded; if not, `error` says why. */
  readonly login = (credentials: Credentials) =>
    this.#try(async () => {
      await this.#client.login(credentials);
      return true;
    });

  /**
   * Makes an account and logs the customer in. Returns whether somebody is logged in now: false also if the shop sends the
   * person a message instead; `error` is null then.
   */
  readonly register = (body: Registration) =>
    this.#try(async () => (await this.#client.register(body)) !== null);

  /** Ends the login; with `everywhere`, all logins of the account. Returns whether that succeeded. */
  readonly logout = (options: { readonly everywhere?: boolean } = {}) =>
    this.#try(async () => {
      await this.#client.logout(options);
      return true;
    });

  /** Reads the account again, for example after a change of it. */
  readonly refresh = (): Promise<void> => {
    this.#reading = this.#read();
    return this.#reading;
  };

  protected start(): () => void {
    const leave = this.#client.account.onChange(() => void this.refresh());
    void this.refresh();
    return () => {
      leave();
      this.#shopper.abort();
    };
  }

  async #try(make: () => Promise<boolean>): Promise<boolean> {
    this.set({ pending: true, error: null });
    try {
      const done = await make();
      await this.#reading;
      return done;
    } catch (error) {
      if (!(error instanceof CartwrightError)) throw error;
      this.set({ error });
      return false;
    } finally {
      this.set({ pending: false });
    }
  }

  async #read(): Promise<void> {
    this.#shopper.abort();
    this.#shopper = new AbortController();
    const { signal } = this.#shopper;
    const isLoggedIn = await this.#client.account.isLoggedIn();
    if (signal.aborted) return;
    const customer = isLoggedIn ? this.snapshot().customer : null;
    this.set({ isLoggedIn, customer, loading: isLoggedIn && customer === null });
    if (!isLoggedIn) return this.set({ error: this.errorAfter(null) });
    try {
      const current = await this.#client.account.get({ signal });
      if (!signal.aborted) this.set({ customer: current, loading: false, error: this.errorAfter(null) });
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof CartwrightError)) throw error;
      this.set({ loading: false, error: this.errorAfter(error) });
    }
  }
}
