import type { Model } from 'mongoose';
import type { Account } from '#contracts/accounts.ts';
import { refusal } from '#platform/errors/errors.ts';
import { answered, type Engine, isDuplicate } from '#platform/mongodb/engine.ts';
import { namesOf, normalised } from '../../domain/identifiers.ts';
import { nextAccountId } from '../../store/account-ids.ts';
import { type AccountDocument, schema } from './account-schema.ts';

/** What a new account is made of. */
export type NewAccount = Omit<Account, 'id' | 'hasPassword'> & { readonly passwordHash: string | null };

/** The document that an account is kept as. */
function documentOf(id: number, { role, passwordHash, ...record }: NewAccount): AccountDocument {
  return { _id: id, names: namesOf(record), role, record, passwordHash, generation: 0 };
}

function refuseDuplicate(error: unknown): never {
  throw isDuplicate(error) ? refusal('service_account_exists', {}, { cause: error }) : error;
}

/** Accounts in MongoDB. Each name, e-mail and phone leads to one account, whatever the case. */
export class AccountStore {
  readonly #engine: Engine;
  readonly #accounts: Model<AccountDocument>;

  constructor(engine: Engine) {
    this.#engine = engine;
    this.#accounts = engine.connection.model<AccountDocument>('account', schema);
  }

  /** Makes the collection and indexes that are missing. */
  async prepare(): Promise<void> {
    await this.#accounts.createCollection();
    await this.#accounts.createIndexes();
  }

  /** @throws ServiceError `service_account_exists` when a name, an e-mail or a phone is taken */
  async create(made: NewAccount): Promise<AccountDocument> {
    return this.#engine
      .transaction(async (session) => {
        const document = documentOf(await nextAccountId(this.#engine.connection, session), made);
        await this.#accounts.create([document], { session });
        return document;
      })
      .catch(refuseDuplicate);
  }

  /** The account that somebody means by a user name, an e-mail or a phone; null when there is none. */
  async named(identifier: string): Promise<AccountDocument | null> {
    return answered(
      this.#accounts
        .findOne({ names: normalised(identifier) })
        .lean<AccountDocument>()
        .exec(),
    );
  }

  async byId(id: number): Promise<AccountDocument | null> {
    return answered(this.#accounts.findById(id).lean<AccountDocument>().exec());
  }

  /** Another hash of the same password; not where the password was changed meanwhile. */
  async rehash(id: number, before: string, after: string): Promise<void> {
    await answered(
      this.#accounts.updateOne({ _id: id, passwordHash: before }, { $set: { passwordHash: after } }).exec(),
    );
  }
}
