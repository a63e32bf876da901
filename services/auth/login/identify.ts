import { isManager } from '#contracts/audience.ts';
import type { Credentials, Identity } from '#contracts/login.ts';
import { refusal } from '#platform/errors/errors.ts';
import { rehash } from '../accounts/rehash.ts';
import type { AccountDocument } from '../accounts/store/account-schema.ts';
import type { AccountStore } from '../accounts/store/account-store.ts';
import type { ApiKeys } from '../api-keys/api-keys.ts';
import type { Hasher } from '../passwords/hasher.ts';

/** What credentials are verified by. */
export interface IdentifyParts {
  readonly accounts: AccountStore;
  readonly hasher: Hasher;
  readonly apiKeys: Pick<ApiKeys, 'identify'>;
}

/** Who an account is to the services. */
function identityOf({ _id: account, role }: AccountDocument): Identity {
  return { account, role, manages: isManager(role) ? 'read_write' : 'nothing', trusted: false };
}

/** Finds out who brings credentials. */
export class Identifier {
  readonly #parts: IdentifyParts;

  constructor(parts: IdentifyParts) {
    this.#parts = parts;
  }

  /** @throws ServiceError `service_authentication_error` whatever is wrong */
  async identify({ kind, identifier, secret }: Credentials): Promise<Identity> {
    if (kind === 'keys') return this.#parts.apiKeys.identify({ identifier, secret });
    if (identifier === '' || secret === '') throw refusal('service_authentication_error', {});
    const found = await this.#parts.accounts.named(identifier);
    const verdict = await this.#parts.hasher.verify(secret, found?.passwordHash ?? null);
    if (!found || verdict === 'no') throw refusal('service_authentication_error', {});
    if (verdict === 'rehash') await rehash(this.#parts, found, secret);
    return identityOf(found);
  }
}
