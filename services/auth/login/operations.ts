import type { z } from 'zod';
import { identify, type LoginMethod, logIn, type TokenPair } from '#contracts/login.ts';
import { implement, type Served } from '#platform/bus/implement.ts';
import { refusal, ServiceError } from '#platform/errors/errors.ts';
import { type AccountDocument, accountOf } from '../accounts/store/account-schema.ts';
import type { AccountStore } from '../accounts/store/account-store.ts';
import type { Tokens } from '../tokens/tokens.ts';
import type { LoginExtensions } from './extension-runner.ts';
import type { Identifier } from './identify.ts';
import type { RefusalStore } from './store/refusal-store.ts';

/** What logins are served by. */
export interface LoginParts {
  readonly accounts: AccountStore;
  readonly identifier: Pick<Identifier, 'identify'>;
  readonly tokens: Tokens;
  readonly extensions: Pick<LoginExtensions, 'permit' | 'permitRequest' | 'mayRefuse'>;
  /** Where it is noted that somebody was refused. */
  readonly refusals: Pick<RefusalStore, 'note'>;
}

/** By what somebody was believed who logs in; null for what cannot be revoked by itself. */
type BelievedBy = z.output<typeof logIn.request>['believedBy'];

/**
 * The access token that somebody logs in by, without a refresh token; null for others, whose login begins now.
 *
 * @throws ServiceError `service_authentication_error` for what was revoked since it was believed: what comes of it would
 * outlive it
 */
async function standing(by: BelievedBy, account: AccountDocument, tokens: Tokens): Promise<TokenPair | null> {
  if (by === null) return null;
  if (by.generation < account.generation) throw refusal('service_authentication_error', {});
  if (by.family === null) return null;
  // A gateway of an earlier release may not say which token it was.
  if (by.token === null || !(await tokens.goesOn(by.family, account)))
    throw refusal('service_authentication_error', {});
  return { token: by.token, refreshToken: '' };
}

/** What is no refusal of somebody: too many attempts, which are not noted one by one, and a fault. */
const notNoted: readonly string[] = ['service_rate_limited', 'service_unavailable', 'service_internal'];

/** The code that somebody is refused with, an extension's own among them; null for what is not noted. */
function reasonOf(error: unknown): string | null {
  if (!(error instanceof ServiceError) || notNoted.includes(error.code)) return null;
  const { refusal: own } = error.data as { refusal?: { code?: string } };
  return own?.code ?? error.code;
}

/** Does what may refuse somebody, and notes the refusal. */
async function noting(
  refusals: LoginParts['refusals'],
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

/** Who somebody is, and what a login gives. */
export function loginOperations({
  accounts,
  identifier,
  tokens,
  extensions,
  refusals,
}: LoginParts): Served[] {
  return [
    implement(identify, async ({ credentials, request }, { deadline }) => {
      const identity = await identifier.identify(credentials, deadline);
      const { account } = identity;
      const isChecked = request !== null && credentials.kind === 'password' && extensions.mayRefuse;
      if (!isChecked || account === null) return { identity };
      const found = await accounts.byId(account);
      if (!found) throw refusal('service_authentication_error', {});
      await noting(refusals, { account, method: 'basic_auth' }, () =>
        extensions.permitRequest(accountOf(found), request),
      );
      return { identity };
    }),

    implement(
      logIn,
      async ({ account: id, method, believedBy, permissions, audience, request }, { claim }) => {
        if (claim?.account !== id) throw refusal('service_not_allowed', {});
        const found = await accounts.byId(id);
        if (!found) throw refusal('service_authentication_error', {});
        const pair = await standing(believedBy, found, tokens);
        const account = accountOf(found);
        await noting(refusals, { account: id, method }, async () => {
          // A key pair that may do less than its account would else get all of it by a token.
          if (permissions !== null && permissions !== 'read_write')
            throw refusal('service_rest_not_authorized', {});
          await extensions.permit(account, method, request);
        });
        return { account, tokens: pair ?? (await tokens.begin(found, method, audience)) };
      },
    ),
  ];
}
