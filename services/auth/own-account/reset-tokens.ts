import { createHmac, hash, hkdfSync, randomBytes } from 'node:crypto';
import { refusal } from '#platform/errors/errors.ts';
import type { AccountDocument } from '../accounts/store/account-schema.ts';
import type { ResetDocument, ResetStore } from './store/reset-store.ts';

/** Milliseconds for which a reset token is valid. */
const resetValidMs = 1_800_000;
/**
 * The maximum number of valid reset tokens of one account. A request beyond this number gets the usual answer, but no
 * token is sent.
 */
const maxPending = 3;
/**
 * An id that no account has. For an unknown name, the query uses this id, and so takes as long as for a known
 * name.
 */
const noAccount = -1;

function digestOf(token: string): string {
  return hash('sha256', token, 'base64url');
}

/** Dependencies of `ResetTokens`. */
interface ResetTokensDeps {
  readonly store: ResetStore;
  /** The secret from which tokens are derived. */
  readonly secret: string;
  /** Returns the current time in Unix milliseconds. */
  readonly now: () => number;
}

/** Issues and checks the tokens that set a forgotten password (docs/decisions/password-reset.md). */
export class ResetTokens {
  readonly #deps: ResetTokensDeps;
  readonly #key: Buffer;

  constructor(deps: ResetTokensDeps) {
    this.#deps = deps;
    this.#key = Buffer.from(hkdfSync('sha256', deps.secret, '', 'password resets', 32));
  }

  /**
   * Stores a reset request. If `account` is null or has `maxPending` pending requests, stores a request without an
   * account. So an unknown name takes as long as a known name.
   */
  async begin(account: AccountDocument | null): Promise<void> {
    const { store, now } = this.#deps;
    const id = randomBytes(32).toString('base64url');
    const createdAt = new Date(now());
    const generation = account?.generation ?? 0;
    const pending = await store.pending(account?._id ?? noAccount, generation, createdAt);
    const isSent = account !== null && pending < maxPending;
    await store.keep({
      _id: id,
      account: isSent ? account._id : null,
      digest: digestOf(this.tokenOf(id)),
      generation,
      createdAt,
      expiresAt: new Date(now() + resetValidMs),
    });
  }

  /** Returns the token of a reset request. Only a process with the service's secret can derive the token. */
  tokenOf(id: string): string {
    return createHmac('sha256', this.#key).update(id).digest('base64url');
  }

  /** Returns whether a reset request has expired. */
  hasExpired({ expiresAt }: Pick<ResetDocument, 'expiresAt'>): boolean {
    return expiresAt.getTime() <= this.#deps.now();
  }

  /** Returns the account and the generation of a valid token. @throws ServiceError `service_invalid_or_expired_key` */
  async read(token: string): Promise<{ account: number; generation: number }> {
    const found = await this.#deps.store.byDigest(digestOf(token));
    if (!found || found.account === null || this.hasExpired(found))
      throw refusal('service_invalid_or_expired_key', {});
    return { account: found.account, generation: found.generation };
  }
}
