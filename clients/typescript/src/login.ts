import type { Core } from './core.ts';
import { CartwrightError } from './error.ts';
import type { BodyOf, RequestOptions, Schemas } from './types.ts';

export type Login = Schemas['Login'];
/** Name and password, and what extensions of the login ask for. */
export type Credentials = BodyOf<'POST /v2/login'> & { readonly username: string; readonly password: string };

/** The operations on the customer's login. */
export function account(core: Core) {
  return {
    /**
     * Logs a customer in, and keeps the tokens. The next request about the cart takes the guest's cart over.
     *
     * @throws CartwrightError `service_authentication_error` for a wrong name or password
     */
    async login(credentials: Credentials, options: RequestOptions = {}): Promise<Login> {
      // Earlier tokens must not stand in the way of another customer.
      if ((await core.session.accessToken()) !== null) await core.session.logOut();
      const login = await core.request('POST /v2/login', { ...options, body: credentials });
      await core.session.logIn({ access: login.data.jwt_token, refresh: login.data.refresh_token });
      return login;
    },

    /** Ends the login; with `everywhere` all logins of the account. Without a login it does nothing. */
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

    /** Calls the listener after each login and each end of a login. Returns a function that ends this. */
    onChange: (listener: () => void): (() => void) => core.session.onChange(listener),
  };
}
