import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { accountExists } from '#contracts/cart-owners.ts';
import { countOtherLogin, type Identity, identify, logIn } from '#contracts/login.ts';
import { type LoginParameter, readLoginParameters } from '#contracts/login-extensions.ts';
import {
  changeOwnAccount,
  changeOwnPassword,
  readOwnAccount,
  registerAccount,
  requestPasswordReset,
  resetPassword,
} from '#contracts/own-account.ts';
import { tokenAudience } from '#contracts/token-audience.ts';
import {
  checkToken,
  logOut,
  PublicKey,
  readTokenNumber,
  readTokenState,
  refreshTokens,
  type TokensChange,
  tokenAlgorithm,
  tokenIssuer,
  tokenType,
} from '#contracts/tokens.ts';
import type { Context } from '#platform/bus/dispatcher.ts';
import { type ImplementedOperation, implement } from '#platform/bus/dispatcher.ts';
import { refusal, unavailable } from '#platform/errors/errors.ts';
import { anAccount } from './samples.ts';

/** A fake auth service whose accounts and tokens a test sets. */
export class FakeAuth {
  /** For each pair of credentials (`identifier:secret`): the identity of the caller. */
  readonly known = new Map<string, Identity>();
  /** Ids of existing accounts. */
  readonly ids = new Set<string>();
  /** Published revocations. The number of revocations is also the last number of the feed `tokens`. */
  readonly revoked: TokensChange[] = [];
  /** Parameters that extensions add to the login. */
  readonly parameters: LoginParameter[] = [];
  readonly keys = generateKeyPair(tokenAlgorithm, { extractable: true });

  /** Whether visitors may create accounts. In the real service, the setting `REGISTRATION` decides this. */
  mayRegister = true;
  /** Whether registrations do not show which accounts exist. */
  hidesAccounts = false;

  /** Number of failed logins at WordPress that may still follow before the client's network is refused. */
  otherLogins = 20;

  /**
   * The simulated outage; null for no outage. With `number`, requests for the last number of the feed `tokens`
   * fail. With `everything`, token checks fail too.
   */
  lost: 'number' | 'everything' | null = null;

  get number(): number {
    return this.revoked.length;
  }

  operations(hear: (operation: string, request: unknown, context: Context) => void): ImplementedOperation[] {
    return [
      implement(identify, async (request, context) => {
        hear(identify.name, request, context);
        const { identifier, secret } = request.credentials;
        const identity = this.known.get(`${identifier}:${secret}`);
        if (!identity) throw refusal('service_authentication_error', {});
        return { identity };
      }),
      implement(countOtherLogin, async (request, context) => {
        hear(countOtherLogin.name, request, context);
        if (this.otherLogins <= 0)
          throw refusal('service_rate_limited', { retry_after: 60, limit: 20, window: 60 });
        if (request.failed) this.otherLogins -= 1;
        return { counted: request.failed };
      }),
      implement(accountExists, async (request, context) => {
        hear(accountExists.name, request, context);
        return { exists: this.ids.has(request.key) };
      }),
      implement(logIn, async (request, context) => {
        hear(logIn.name, request, context);
        const given = request.proof?.token ?? null;
        const tokens =
          given === null
            ? { token: await this.token(request.account), refreshToken: 'a-refresh-token' }
            : { token: given, refreshToken: '' };
        return { account: { ...anAccount(), id: request.account }, tokens };
      }),
      implement(registerAccount, async (request, context) => {
        hear(registerAccount.name, request, context);
        if (!this.mayRegister) throw refusal('service_registration_disabled', {});
        return { account: this.hidesAccounts ? null : anAccount() };
      }),
      implement(readOwnAccount, async (request, context) => {
        hear(readOwnAccount.name, request, context);
        return { account: anAccount() };
      }),
      implement(changeOwnAccount, async (request, context) => {
        hear(changeOwnAccount.name, request, context);
        return { account: anAccount(), tokens: null };
      }),
      implement(changeOwnPassword, async (request, context) => {
        hear(changeOwnPassword.name, request, context);
        return { account: anAccount(), tokens: { token: 'a-new-token', refreshToken: 'a-refresh-token' } };
      }),
      implement(requestPasswordReset, async (request, context) => {
        hear(requestPasswordReset.name, request, context);
        return { accepted: true } as const;
      }),
      implement(resetPassword, async (request, context) => {
        hear(resetPassword.name, request, context);
        return { account: 7 };
      }),
      implement(readLoginParameters, async () => ({ extensions: [], parameters: this.parameters })),
      implement(checkToken, async (request, context) => {
        hear(checkToken.name, request, context);
        if (this.lost === 'everything') throw unavailable('the fake is away');
        const { family } = request;
        if (this.revoked.some((change) => change.kind === 'family' && change.family === family))
          throw refusal('service_authentication_error', {});
        return { good: true } as const;
      }),
      implement(refreshTokens, async (request, context) => {
        hear(refreshTokens.name, request, context);
        return { tokens: { token: 'the-next-token', refreshToken: 'the-next-refresh-token' } };
      }),
      implement(logOut, async (request, context) => {
        hear(logOut.name, request, context);
        return { loggedOut: true } as const;
      }),
      implement(readTokenNumber, async () => {
        if (this.lost) throw unavailable('the fake is away');
        return { number: this.number };
      }),
      implement(readTokenState, async () => {
        const jwk = await exportJWK((await this.keys).publicKey);
        const key = PublicKey.parse({ ...jwk, kid: 'a-key', alg: tokenAlgorithm, use: 'sig' });
        return { number: this.number, keys: [key], revoked: this.revoked, next: null };
      }),
    ];
  }

  /** Returns a valid access token of an account. `claims` and `header` replace members of the token. */
  async token(
    account: number,
    claims: Readonly<Record<string, unknown>> = {},
    header: Readonly<Record<string, unknown>> = {},
  ): Promise<string> {
    const now = Math.floor(Date.now() / 1_000);
    const usual = { role: 'customer', gen: 0, fam: 'a-family-of-tokens', jti: 'a-token-of-its-own' };
    const registered = {
      iss: tokenIssuer,
      aud: tokenAudience,
      sub: String(account),
      iat: now,
      exp: now + 60,
    };
    return new SignJWT({ ...usual, ...registered, ...claims })
      .setProtectedHeader({ alg: tokenAlgorithm, typ: tokenType, kid: 'a-key', ...header })
      .sign((await this.keys).privateKey, { crit: { exp: true } });
  }
}
