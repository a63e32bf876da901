import type { Core } from './core.ts';
import { CartwrightError } from './error.ts';
import type { BodyOf, QueryOf, RequestOptions, Schemas } from './types.ts';

export type Login = Schemas['Login'];
/** User name and password, and any parameters that login extensions of the shop need. */
export type Credentials = BodyOf<'POST /v2/login'> & { readonly username: string; readonly password: string };

export type MyAccount = Schemas['MyAccount'];
export type Order = Schemas['Order'];

/** Returns the operations on the customer's login and account. */
export function account(core: Core) {
  /** Stores the tokens of an answer. An answer has tokens only if the change has ended all earlier logins. */
  const withTokens = async (changing: Promise<MyAccount>): Promise<MyAccount> => {
    const changed = await changing;
    const { jwt_token: access, jwt_refresh: refresh } = changed.extras;
    if (access && refresh) await core.session.logIn({ access, refresh });
    return changed;
  };
  const forgetLogin = async () => {
    // A new login must not be sent with the tokens of an earlier login.
    if ((await core.session.accessToken()) !== null) await core.session.logOut();
  };
  const storeLogin = async (login: Login) => {
    await core.session.logIn({ access: login.data.jwt_token, refresh: login.data.refresh_token });
    return login;
  };
  const logIn = async (credentials: Credentials, options: RequestOptions) =>
    storeLogin(await core.request('POST /v2/login', { ...options, body: credentials }));
  return {
    /**
     * Logs a customer in and stores the tokens. The items of a guest's cart move to the customer's cart with the next
     * request about the cart.
     */
    async login(credentials: Credentials, options: RequestOptions = {}): Promise<Login> {
      await forgetLogin();
      return logIn(credentials, options);
    },

    /**
     * Creates an account, logs the customer in and stores the tokens. The items of a guest's cart move as
     * after `login`. If the service refuses a repeated request because the account exists, logs in with the
     * new password. Returns null if the shop hides which accounts exist. Then nobody is logged in, and the person gets a
     * message with which to set the password.
     */
    async register(body: BodyOf<'POST /v2/register'>, options: RequestOptions = {}): Promise<Login | null> {
      await forgetLogin();
      try {
        const answer = await core.request('POST /v2/register', { ...options, body });
        return 'data' in answer ? await storeLogin(answer) : null;
      } catch (error) {
        const exists = error instanceof CartwrightError && error.is('service_account_exists');
        if (!exists || error.attempts === 1) throw error;
        // If an earlier attempt created the account but its answer was lost, a login with this password succeeds.
        const { email, requested_username: username = email, requested_password: password, ...others } = body;
        return logIn({ ...others, username, password }, options).catch((failure) => {
          throw failure instanceof CartwrightError && failure.status === 401 ? error : failure;
        });
      }
    },

    /** Returns the account of the customer who is logged in, with its addresses. */
    get: (options: RequestOptions = {}): Promise<MyAccount> => core.request('GET /v2/my-account', options),

    /** Changes names and e-mail address. A change of the e-mail address needs `password_current`. */
    update: (body: BodyOf<'POST /v2/my-account'>, options: RequestOptions = {}): Promise<MyAccount> =>
      withTokens(core.request('POST /v2/my-account', { ...options, body })),

    /** Changes only the members of the addresses that `body` contains. */
    updateAddresses: (
      body: BodyOf<'PATCH /v2/my-account/addresses'>,
      options: RequestOptions = {},
    ): Promise<MyAccount> => core.request('PATCH /v2/my-account/addresses', { ...options, body }),

    /** Changes the password. All other logins of the account end, and this login continues. */
    changePassword: (current: string, next: string, options: RequestOptions = {}): Promise<MyAccount> => {
      const body = { password_current: current, password_1: next, password_2: next };
      return withTokens(core.request('POST /v2/my-account/change-password', { ...options, body }));
    },

    /** Returns the orders of the customer, the newest first. */
    orders: (
      query?: QueryOf<'GET /v2/my-account/orders'>,
      options: RequestOptions = {},
    ): Promise<readonly Order[]> => core.request('GET /v2/my-account/orders', { ...options, query }),

    /** Returns one order of the customer. */
    order: (id: number | string, options: RequestOptions = {}): Promise<Order> =>
      core.request('GET /v2/my-account/orders/{id}', { ...options, path: { id: String(id) } }),

    /** Asks the shop to send a message for setting a new password. Returns the sentence of the answer. */
    forgot: async (username: string, options: RequestOptions = {}): Promise<string> =>
      (await core.request('POST /v2/password/forgot', { ...options, body: { username } })).message,

    /** Sets a new password with the key of such a message; all logins end. Returns the sentence of the answer. */
    reset: async (key: string, password: string, options: RequestOptions = {}): Promise<string> =>
      (await core.request('POST /v2/password/reset', { ...options, body: { key, password } })).message,

    /** Ends the login; with `everywhere`, ends all logins of the account. Does nothing if nobody is logged in. */
    async logout({
      everywhere = false,
      ...options
    }: RequestOptions & { everywhere?: boolean } = {}): Promise<void> {
      if ((await core.session.accessToken()) === null) return;
      try {
        await core.request('POST /v2/logout', { ...options, query: { everywhere } });
      } catch (error) {
        // The status 401 means that the login has already ended.
        if (!(error instanceof CartwrightError) || error.status !== 401) throw error;
      }
      await core.session.logOut();
    },

    /** Returns whether the client has the tokens of a login. */
    isLoggedIn: async (): Promise<boolean> => (await core.session.accessToken()) !== null,

    /**
     * Calls the listener after each login and after each end of a login. Returns a function that removes the listener.
     */
    onChange: (listener: () => void): (() => void) => core.session.onChange(listener),
  };
}
