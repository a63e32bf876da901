import { readTokenState } from '#contracts/tokens.ts';
import { implement, type Served } from '#platform/bus/implement.ts';
import type { Revocations } from './revocations.ts';
import type { SigningKeys } from './signing-keys.ts';

/** What the operations on tokens are served by. */
export interface TokenParts {
  readonly signingKeys: Pick<SigningKeys, 'publicKeys'>;
  readonly revocations: Revocations;
}

/** Tokens: what they are verified by, how they are renewed and ended. */
export function tokenOperations({ signingKeys }: TokenParts): Served[] {
  return [
    implement(readTokenState, async () => ({
      number: 0,
      keys: await signingKeys.publicKeys(),
      revoked: [],
      next: null,
    })),
  ];
}
