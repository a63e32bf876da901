import { isManager } from '#contracts/audience.ts';
import type { Credentials, Identity } from '#contracts/login.ts';
import { refusal } from '#platform/errors/errors.ts';
import type { AccountDocument } from '../accounts/store/account-schema.ts';
import type { AccountStore } from '../accounts/store/account-store.ts';
import type { Hasher } from '../passwords/hasher.ts';

/** What credentials are verified by. */
export interface IdentifyParts {
  readonly accounts: AccountStore;
  readonly hasher: Hasher;
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
    if (kind === 'keys' || identifier === '' || secret === '')
      throw refusal('service_authentication_error', {});
    const found = await this.#parts.accounts.named(identifier);
    const right = await this.#parts.hasher.verify(secret, found?.passwordHash ?? null);
    if (!found || !right) throw refusal('service_authentication_error', {});
    return identityOf(found);
  }
}
