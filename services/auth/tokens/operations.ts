import {
  checkToken,
  listSigningKeys,
  logOut,
  readTokenNumber,
  readTokenState,
  refreshTokens,
  revokeTokens,
  rotateSigningKeys,
} from '#contracts/tokens.ts';
import { type ImplementedOperation, implement } from '#platform/bus/dispatcher.ts';
import { refusal } from '#platform/errors/errors.ts';
import type { Engine } from '#platform/mongodb/engine.ts';
import type { AccountStore } from '../store/accounts.ts';
import type { Attempts } from '../store/attempts.ts';
import type { SigningKeys } from '../store/signing-keys.ts';
import type { KnownTokens } from './known-tokens.ts';
import type { Revocations } from './revocations.ts';
import type { Tokens } from './tokens.ts';

interface TokenDeps {
  readonly engine: Pick<Engine, 'transaction'>;
  readonly accounts: Pick<AccountStore, 'referred'>;
  readonly attempts: Pick<Attempts, 'refuseAddressOverLimit' | 'failFrom'>;
  readonly signingKeys: SigningKeys;
  readonly knownTokens: KnownTokens;
  readonly revocations: Revocations;
  readonly tokens: Tokens;
}

/** Returns the operations that return keys and revocations, and that refresh and revoke tokens. */
export function tokenOperations(deps: TokenDeps): ImplementedOperation[] {
  return [...verificationOperations(deps), ...renewalOperations(deps), ...operatorOperations(deps)];
}

function verificationOperations({ knownTokens }: TokenDeps): ImplementedOperation[] {
  return [
    implement(readTokenNumber, async () => ({ number: await knownTokens.number() })),

    implement(readTokenState, ({ after }) => knownTokens.page(Number(after ?? 0) || 0)),

    implement(checkToken, async (token) => {
      if (await knownTokens.isRevoked(token)) throw refusal('service_authentication_error', {});
      return { good: true } as const;
    }),
  ];
}

function renewalOperations({ tokens, attempts }: TokenDeps): ImplementedOperation[] {
  return [
    implement(refreshTokens, async ({ refreshToken, address, audiences }) => {
      await attempts.refuseAddressOverLimit(address);
      const pair = await tokens.refresh(refreshToken, audiences);
      if (pair) return { tokens: pair };
      await attempts.failFrom(address);
      throw refusal('service_authentication_error', {});
    }),

    implement(logOut, async ({ family }, { claim }) => {
      const account = claim?.account ?? null;
      if (account === null) throw refusal('service_not_allowed', {});
      await (family === null ? tokens.endAll(account) : tokens.endOwnFamily(account, family));
      return { loggedOut: true } as const;
    }),
  ];
}

function operatorOperations({
  engine,
  accounts,
  signingKeys,
  revocations,
  tokens,
}: TokenDeps): ImplementedOperation[] {
  return [
    implement(revokeTokens, async ({ reference }) => {
      const { _id: account } = await accounts.referred(reference);
      await tokens.endAll(account);
      return { account };
    }),

    implement(listSigningKeys, async () => ({ keys: await signingKeys.list() })),

    implement(rotateSigningKeys, async () => {
      const rotate = await signingKeys.rotation(new Date(revocations.until));
      const change = await engine.transaction(async (session) => {
        await rotate(session);
        return revocations.ofKeys(session);
      });
      signingKeys.forget();
      await revocations.acknowledge([change]);
      return { keys: await signingKeys.list() };
    }),
  ];
}
