import { createHmac, hash, hkdfSync, randomBytes } from 'node:crypto';
import { type ClientSession, type Model, Schema, trusted } from 'mongoose';
import { refusal } from '#platform/errors/errors.ts';
import type { EventStream } from '#platform/events/event-stream.ts';
import type { RelayPlan } from '#platform/mongodb/change-relay.ts';
import { type Engine, withQueryTimeout } from '#platform/mongodb/engine.ts';
import type { AccountDocument } from '../model/account.ts';

/** A request to reset a password. The token is not stored, but derived from the id and the service's secret. */
export interface ResetDocument {
  /** The id of the request, a random text. */
  readonly _id: string;
  /**
   * The account that gets the token; null if no account has the requested name, or if the account has too many tokens
   * already.
   */
  readonly account: number | null;
  /** SHA-256 of the token. */
  readonly digest: string;
  /**
   * The account's token generation at the time of the request. A reset starts the next generation, so each reset token
   * can be used only once.
   */
  readonly generation: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

const schema = new Schema<ResetDocument>(
  {
    _id: { type: String, required: true },
    account: { type: Number, default: null },
    digest: { type: String, required: true },
    generation: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'password_resets', versionKey: false, autoIndex: false },
);
schema.index({ digest: 1 }, { unique: true });
schema.index({ account: 1, expiresAt: 1 });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

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

/** Issues, stores and checks the tokens that set a forgotten password (docs/decisions/password-reset.md). */
export class ResetTokens {
  readonly #resets: Model<ResetDocument>;
  readonly #key: Buffer;
  readonly #now: () => number;

  constructor(engine: Engine, { secret, now }: { readonly secret: string; readonly now: () => number }) {
    this.#resets = engine.connection.model<ResetDocument>('password_reset', schema);
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', 'password resets', 32));
    this.#now = now;
  }

  /** Creates the collection and its indexes if missing. */
  async prepare(): Promise<void> {
    await this.#resets.createCollection();
    await this.#resets.createIndexes();
  }

  /**
   * Stores a reset request. If `account` is null or has `maxPending` pending requests, stores a request without an
   * account. So an unknown name takes as long as a known name.
   */
  async begin(account: AccountDocument | null): Promise<void> {
    const id = randomBytes(32).toString('base64url');
    const createdAt = new Date(this.#now());
    const generation = account?.generation ?? 0;
    const pending = await this.#pending(account?._id ?? noAccount, generation, createdAt);
    const isSent = account !== null && pending < maxPending;
    const request = {
      _id: id,
      account: isSent ? account._id : null,
      digest: digestOf(this.tokenOf(id)),
      generation,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + resetValidMs),
    };
    await withQueryTimeout(this.#resets.create(request));
  }

  /** Returns the token of a reset request. Only a process with the service's secret can derive the token. */
  tokenOf(id: string): string {
    return createHmac('sha256', this.#key).update(id).digest('base64url');
  }

  /** Returns whether a reset request has expired. */
  hasExpired({ expiresAt }: Pick<ResetDocument, 'expiresAt'>): boolean {
    return expiresAt.getTime() <= this.#now();
  }

  /** Returns the account and the generation of a valid token. @throws ServiceError `service_invalid_or_expired_key` */
  async read(token: string): Promise<{ account: number; generation: number }> {
    const query = this.#resets.findOne({ digest: digestOf(token) }).lean<ResetDocument>();
    const found = await withQueryTimeout(query.exec());
    if (!found || found.account === null || this.hasExpired(found))
      throw refusal('service_invalid_or_expired_key', {});
    return { account: found.account, generation: found.generation };
  }

  /** Deletes all reset requests of an account. */
  async removeOf(account: number, session: ClientSession): Promise<void> {
    await this.#resets.deleteMany({ account }, { session });
  }

  /**
   * Returns how many valid reset tokens an account has. A token of an earlier generation is not valid, even if it has
   * not expired.
   */
  async #pending(account: number, generation: number, now: Date): Promise<number> {
    const expiresAt = trusted({ $gt: now }) as unknown as Date;
    return withQueryTimeout(this.#resets.countDocuments({ account, generation, expiresAt }).exec());
  }
}

/** Returns the relay that publishes reset requests with their tokens. The relay leaves out expired requests. */
export function resetEventRelay(
  stream: Pick<EventStream, 'publish'>,
  resets: Pick<ResetTokens, 'tokenOf' | 'hasExpired'>,
): RelayPlan {
  return {
    name: 'password-resets',
    relays: 'auth_relays',
    collection: 'password_resets',
    pipeline: [{ $match: { operationType: 'insert' } }],
    async publish(change) {
      if (change.operationType !== 'insert') return;
      const document = change.fullDocument as unknown as ResetDocument;
      const { _id, account, createdAt, expiresAt } = document;
      if (account === null || resets.hasExpired(document)) return;
      const data = { account, token: resets.tokenOf(_id), expires: expiresAt.getTime() };
      const type = 'account.password-reset-requested';
      await stream.publish([{ id: `reset:${_id}`, type, at: createdAt.getTime(), data }]);
    },
  };
}
