import type { Core } from './core.ts';
import { CartwrightError } from './error.ts';
import type { BodyOf, RequestOptions, Schemas } from './types.ts';

export type Login = Schemas['Login'];
/** User name and password, and the parameters of login extensions. */
export type Credentials = BodyOf<'POST /v2/login'> & { readonly username: string; readonly password: string };

export type MyAccount = Schemas['MyAccount'];

/** The operations on the customer's login and account. */
export function account(core: Core) {
  /** Stores the tokens in an answer. There are some if the change has ended all earlier logins. */
  const withTokens = async (changing: Promise<MyAccount>): Promise<MyAccount> => {
    const changed = await changing;
    const { jwt_token: access, jwt_refresh: refresh } = changed.extras;
    if (access && refresh) await core.session.logIn({ access, refresh });
    return changed;
  };
  const forgetLogin = async () => {
    // A login is sent without the tokens of an earlier one.
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
     * Logs a customer in, and stores the tokens. The next request about the cart transfers the guest's cart to the
     * customer.
     *
     * @throws CartwrightError `service_authentication_error` for a wrong name or password
     */
    async login(credentials: Credentials, options: RequestOptions = {}): Promise<Login> {
      await forgetLogin();
      return logIn(credentials, options);
    },

    /**
     * Makes an account, logs it in, and stores the tokens. A guest's cart is transferred as by `login`. If a repeated
     * request is refused because the account exists, it logs in with the new password.
     *
     * @throws CartwrightError `service_account_exists` for a user name or an e-mail address in use
     */
    async register(body: BodyOf<'POST /v2/register'>, options: RequestOptions = {}): Promise<Login> {
      await forgetLogin();
      try {
        return await storeLogin(await core.request('POST /v2/register', { ...options, body }));
      } catch (error) {
        const exists = error instanceof CartwrightError && error.is('service_account_exists');
        if (!exists || error.attempts === 1) throw error;
        // An earlier attempt may have made the account, although its answer was lost. Then its password is this one.
        const { email, requested_username: username = email, requested_password: password, ...others } = body;
        return logIn({ ...others, username, password }, options).catch((failure) => {
          throw failure instanceof CartwrightError && failure.status === 401 ? error : failure;
        });
      }
    },

    /** Returns the account of the customer who is logged in, with its addresses. */
    get: (options: RequestOptions = {}): Promise<MyAccount> => core.request('GET /v2/my-account', options),

    /** Changes names and e-mail address. Another e-mail address needs `password_current`. */
    update: (body: BodyOf<'POST /v2/my-account'>, options: RequestOptions = {}): Promise<MyAccount> =>
      withTokens(core.request('POST /v2/my-account', { ...options, body })),

    /** Changes the given members of the addresses. */
    updateAddresses: (
      body: BodyOf<'PATCH /v2/my-account/addresses'>,
      options: RequestOptions = {},
    ): Promise<MyAccount> => core.request('PATCH /v2/my-account/addresses', { ...options, body }),

    /** Changes the password. All other logins end; this one continues. */
    changePassword: (current: string, next: string, options: RequestOptions = {}): Promise<MyAccount> => {
      const body = { password_current: current, password_1: next, password_2: next };
      return withTokens(core.request('POST /v2/my-account/change-password', { ...options, body }));
    },

    /** Ends the login, or with `everywhere` all logins of the account. Without a login it does nothing. */
    async logout({
      everywhere = false,
      ...options
    }: RequestOptions & { everywhere?: boolean } = {}): Promise<void> {
      if ((await core.session.accessToken()) === null) return;
      try {
        await core.request('POST /v2/logout', { ...options, query: { everywhere } });
      } catch (error) {
        // The login has ended already.
        if (!(error instanceof CartwrightError) || error.status !== 401) throw error;
      }
      await core.session.logOut();
    },

    /** Whether the client has the tokens of a login. */
    isLoggedIn: async (): Promise<boolean> => (await core.session.accessToken()) !== null,

    /** Calls the listener after each login and each end of a login. Returns a function that removes the listener. */
    onChange: (listener: () => void): (() => void) => core.session.onChange(listener),
  };
}
