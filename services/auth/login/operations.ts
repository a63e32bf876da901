import { identify, logIn } from '#contracts/login.ts';
import { implement, type Served } from '#platform/bus/implement.ts';
import { refusal } from '#platform/errors/errors.ts';
import { accountOf } from '../accounts/store/account-schema.ts';
import type { AccountStore } from '../accounts/store/account-store.ts';
import type { Tokens } from '../tokens/tokens.ts';
import type { LoginExtensions } from './extensions.ts';
import type { Identifier } from './identify.ts';

/** What logins are served by. */
export interface LoginParts {
  readonly accounts: AccountStore;
  readonly identifier: Identifier;
  readonly tokens: Tokens;
  readonly extensions: LoginExtensions;
}

/** Who somebody is, and what a login gives. */
export function loginOperations({ accounts, identifier, tokens, extensions }: LoginParts): Served[] {
  return [
    implement(identify, async ({ credentials }) => ({ identity: await identifier.identify(credentials) })),

    implement(logIn, async ({ account: id, method, request }, { claim }) => {
      if (claim?.account !== id) throw refusal('service_not_allowed', {});
      const found = await accounts.byId(id);
      if (!found) throw refusal('service_authentication_error', {});
      const account = accountOf(found);
      await extensions.permit(account, method, request);
      return { account, tokens: await tokens.begin(found) };
    }),
  ];
}
