import type { z } from 'zod';
import { countOtherLogin, identify, type LoginMethod, logIn, type TokenPair } from '#contracts/login.ts';
import { readLoginParameters } from '#contracts/login-extensions.ts';
import { type ImplementedOperation, implement } from '#platform/bus/dispatcher.ts';
import { refusal, ServiceError } from '#platform/errors/errors.ts';
import type { LoginExtensions } from '../extensions/runner.ts';
import { type AccountDocument, accountOf } from '../model/account.ts';
import type { AccountStore } from '../store/accounts.ts';
import type { Attempts } from '../store/attempts.ts';
import type { RefusalStore } from '../store/refusals.ts';
import type { Tokens } from '../tokens/tokens.ts';
import type { CallerIdentification } from './identify.ts';

interface LoginDeps {
  readonly accounts: AccountStore;
  readonly identifier: Pick<CallerIdentification, 'identify'>;
  readonly attempts: Pick<Attempts, 'refuseAddressOverLimit' | 'failFrom'>;
  readonly tokens: Tokens;
  readonly extensions: Pick<
    LoginExtensions,
    'names' | 'parameters' | 'permit' | 'permitRequest' | 'mayRefuse'
  >;
  /** Stores refused logins. */
  readonly refusals: Pick<RefusalStore, 'note'>;
}

/** The caller's token, or the account's generation when the caller's password was checked; null for a key pair. */
type LoginProof = z.output<typeof logIn.request>['proof'];

/**
 * Returns the access token that identified the caller, with an empty refresh token. Returns null if the
 * caller did not use an access token and so needs a new login.
 *
 * @throws ServiceError `service_authentication_error` if the token was revoked meanwhile
 */
async function currentTokens(
  by: LoginProof,
  account: AccountDocument,
  tokens: Tokens,
): Promise<TokenPair | null> {
  if (by === null) return null;
  if (by.generation < account.generation) throw refusal('service_authentication_error', {});
  if (by.family === null) return null;
  // A gateway of an earlier release may omit the token. Then the login is refused.
  if (by.token === null) throw refusal('service_authentication_error', {});
  await tokens.activeFamily(by.family, account);
  return { token: by.token, refreshToken: '' };
}

/** Codes of failed logins that are not stored as refusals: too many attempts, and faults of the service. */
const codesNotStored: readonly string[] = ['service_rate_limited', 'service_unavailable', 'service_internal'];

/**
 * Returns the code of a refusal; if an extension refused, the code that the extension gave. Returns null if
 * the refusal is not stored.
 */
function reasonOf(error: unknown): string | null {
  if (!(error instanceof ServiceError) || codesNotStored.includes(error.code)) return null;
  const { refusal: own } = error.data as { refusal?: { code?: string } };
  return own?.code ?? error.code;
}

/** Runs a step of a login. If the step is refused, stores the refusal. */
async function recordingRefusal(
  refusals: LoginDeps['refusals'],
  refused: { readonly account: number; readonly method: LoginMethod },
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    const reason = reasonOf(error);
    if (reason !== null) refusals.note({ ...refused, reason });
    throw error;
  }
}

/** Returns the operations that identify callers and log them in. */
export function loginOperations({
  accounts,
  identifier,
  attempts,
  tokens,
  extensions,
  refusals,
}: LoginDeps): ImplementedOperation[] {
  return [
    implement(readLoginParameters, async () => ({
      extensions: extensions.names,
      parameters: extensions.parameters,
    })),

    implement(countOtherLogin, async ({ address, failed }) => {
      await (failed ? attempts.failFrom(address) : attempts.refuseAddressOverLimit(address));
      return { counted: failed };
    }),

    implement(identify, async ({ credentials, request }, { deadline }) => {
      const identity = await identifier.identify(credentials, deadline);
      const { account } = identity;
      const isChecked = request !== null && credentials.kind === 'password' && extensions.mayRefuse;
      if (!isChecked || account === null) return { identity };
      const found = await accounts.byId(account);
      if (!found) throw refusal('service_authentication_error', {});
      await recordingRefusal(refusals, { account, method: 'basic_auth' }, () =>
        extensions.permitRequest(accountOf(found), request),
      );
      return { identity };
    }),

    implement(logIn, async ({ account: id, method, proof, permissions, audience, request }, { claim }) => {
      if (claim?.account !== id) throw refusal('service_not_allowed', {});
      const found = await accounts.byId(id);
      if (!found) throw refusal('service_authentication_error', {});
      const pair = await currentTokens(proof, found, tokens);
      const account = accountOf(found);
      await recordingRefusal(refusals, { account: id, method }, async () => {
        // A token has all rights of its account, so a key pair with fewer rights must not get a token.
        if (permissions !== null && permissions !== 'read_write')
          throw refusal('service_rest_not_authorized', {});
        await extensions.permit(account, method, request);
      });
      return { account, tokens: pair ?? (await tokens.begin(found, method, audience)) };
    }),
  ];
}
