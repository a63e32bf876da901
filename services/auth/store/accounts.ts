import { isDeepStrictEqual } from 'node:util';
import { type ClientSession, type Connection, type Model, Schema, trusted } from 'mongoose';
import type { Account } from '#contracts/accounts.ts';
import { firstOwnId } from '#contracts/catalogue-import.ts';
import { refusal } from '#platform/errors/errors.ts';
import { type Engine, isDuplicate, withQueryTimeout } from '#platform/mongodb/engine.ts';
import { type AccountDocument, namesOf, normalised } from '../model/account.ts';

const schema = new Schema<AccountDocument>(
  {
    _id: { type: Number, required: true },
    names: { type: [String], required: true },
    role: { type: String, required: true },
    record: Schema.Types.Mixed,
    passwordHash: { type: String, default: null },
    passwordRow: { type: Number },
    followed: Schema.Types.Mixed,
    generation: { type: Number, required: true },
  },
  { collection: 'accounts', versionKey: false, autoIndex: false, minimize: false },
);
schema.index({ names: 1 }, { unique: true });
schema.index({ 'record.username': 1 });
schema.index({ role: 1, 'record.username': 1 });

/** A deleted account. Its id is never used again, and no import restores the account. */
interface ErasedDocument {
  readonly _id: number;
}

const erasedSchema = new Schema<ErasedDocument>(
  { _id: { type: Number, required: true } },
  { collection: 'erased_accounts', versionKey: false, autoIndex: false },
);

/** The data of a new account. */
type NewAccount = Omit<Account, 'id' | 'hasPassword'> & { readonly passwordHash: string | null };

/** The filters and the page of a list of accounts. */
interface Listing {
  /** Only accounts whose user name, email address or phone begins with this text are listed. */
  readonly search: string;
  readonly role: string | null;
  readonly page: number;
  readonly perPage: number;
}

/** The greatest Unicode character. A prefix followed by this character sorts after all texts with the prefix. */
const greatest = '\u{10ffff}';

/** Returns the document of an account. */
function documentOf(id: number, { role, passwordHash, ...record }: NewAccount): AccountDocument {
  return { _id: id, names: namesOf(record), role, record, passwordHash, generation: 0 };
}

function refuseDuplicate(error: unknown): never {
  throw isDuplicate(error) ? refusal('service_account_exists', {}, { cause: error }) : error;
}

/**
 * Stores accounts in MongoDB. Each user name, email address and phone belongs to only one account; case is
 * ignored.
 */
export class AccountStore {
  readonly #engine: Engine;
  readonly #accounts: Model<AccountDocument>;
  readonly #erased: Model<ErasedDocument>;

  constructor(engine: Engine) {
    this.#engine = engine;
    this.#accounts = engine.connection.model<AccountDocument>('account', schema);
    this.#erased = engine.connection.model<ErasedDocument>('erased_account', erasedSchema);
  }

  /** Creates missing collections and indexes. */
  async prepare(): Promise<void> {
    await this.#accounts.createCollection();
    await this.#accounts.createIndexes();
    await this.#erased.createCollection();
  }

  /** Creates an account. @throws ServiceError `service_account_exists` for a name, email address or phone in use */
  async create(newAccount: NewAccount): Promise<AccountDocument> {
    return this.transaction(async (session) => {
      const document = documentOf(await nextAccountId(this.#engine.connection, session), newAccount);
      await this.#accounts.create([document], { session });
      return document;
    });
  }

  /** Runs `work` in one transaction. @throws ServiceError `service_account_exists` for a name in use */
  async transaction<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
    return this.#engine.transaction(work).catch(refuseDuplicate);
  }

  /** Returns the account with a user name, email address or phone; null if no account has this name. */
  async named(identifier: string): Promise<AccountDocument | null> {
    return withQueryTimeout(
      this.#accounts
        .findOne({ names: normalised(identifier) })
        .lean<AccountDocument>()
        .exec(),
    );
  }

  async byId(id: number): Promise<AccountDocument | null> {
    return withQueryTimeout(this.#accounts.findById(id).lean<AccountDocument>().exec());
  }

  /** Returns the accounts with these email addresses. Case is ignored. */
  async withEmails(emails: readonly string[]): Promise<AccountDocument[]> {
    if (emails.length === 0) return [];
    const wanted = new Set(emails.map(normalised));
    const found = await withQueryTimeout(
      this.#accounts
        .find({ names: trusted({ $in: [...wanted] }) })
        .lean<AccountDocument[]>()
        .exec(),
    );
    // A user name can have the form of another person's email address.
    return found.filter(({ record }) => wanted.has(normalised(record.email)));
  }

  /**
   * Returns the account with an id, user name, email address or phone.
   *
   * @throws ServiceError `service_account_not_found`
   */
  async referred(reference: string): Promise<AccountDocument> {
    const named = await this.named(reference);
    const found = named ?? (/^[1-9]\d{0,14}$/.test(reference) ? await this.byId(Number(reference)) : null);
    if (!found) throw refusal('service_account_not_found', {});
    return found;
  }

  /** Returns a page of accounts sorted by user name, and the total of all pages. */
  async list({ search, role, page, perPage }: Listing): Promise<{ found: AccountDocument[]; total: number }> {
    const prefix = normalised(search);
    const filter = {
      // With $elemMatch, the same name must be within both bounds. Without $elemMatch, one name could be
      // above the lower bound, and another name below the upper bound.
      ...(prefix !== '' && { names: trusted({ $elemMatch: { $gte: prefix, $lt: `${prefix}${greatest}` } }) }),
      ...(role !== null && { role }),
    };
    const pageOf = this.#accounts
      .find(filter)
      .sort({ 'record.username': 1, _id: 1 })
      .skip((page - 1) * perPage)
      .limit(perPage);
    const [found, total] = await withQueryTimeout(
      Promise.all([pageOf.lean<AccountDocument[]>().exec(), this.#accounts.countDocuments(filter).exec()]),
    );
    return { found, total };
  }

  /**
   * Replaces the password hash `before` with `after`. Does nothing if the account has another password hash now. A hash of
   * another form than ours was imported, so the password is that of the shop.
   */
  async rehash(id: number, before: string, after: string): Promise<void> {
    const isImported = !before.startsWith('$argon2id$');
    const $set = { passwordHash: after, ...(isImported && { passwordRow: 0 }) };
    await withQueryTimeout(this.#accounts.updateOne({ _id: id, passwordHash: before }, { $set }).exec());
  }

  /**
   * Stores the hash of a password that the connected shop has confirmed, and the row of its journal. Returns null if the account has another generation
   * than `generation` now: its password may have changed meanwhile.
   */
  async keepShopPassword(
    { _id, generation }: AccountDocument,
    password: { readonly passwordHash: string; readonly passwordRow: number },
  ): Promise<AccountDocument | null> {
    const update = { $set: password };
    const kept = this.#accounts.findOneAndUpdate({ _id, generation }, update, { returnDocument: 'after' });
    return withQueryTimeout(kept.lean<AccountDocument>().exec());
  }

  /** Returns, in ascending order, up to `limit` ids above `after` of the accounts that follow customers of the shop. */
  async followingIds(after: number, limit: number): Promise<number[]> {
    const filter = { _id: trusted({ $gt: after, $lt: firstOwnId }), followed: trusted({ $exists: true }) };
    const query = this.#accounts.find(filter, { _id: 1 }).sort({ _id: 1 }).limit(limit);
    return (await withQueryTimeout(query.lean<{ _id: number }[]>().exec())).map(({ _id }) => _id);
  }

  /** Returns, in ascending order, up to `limit` accounts above `after` that came from the shop and have a password. */
  async shopCustomersWithPassword(after: number, limit: number): Promise<AccountDocument[]> {
    const filter = {
      _id: trusted({ $gt: after, $lt: firstOwnId }),
      role: 'customer',
      passwordHash: trusted({ $ne: null }),
    };
    const query = this.#accounts.find(filter).sort({ _id: 1 }).limit(limit);
    return withQueryTimeout(query.lean<AccountDocument[]>().exec());
  }

  /** Removes password hashes. Does nothing to an account that has another hash now. Returns how many were removed. */
  async dropPasswords(accounts: readonly AccountDocument[]): Promise<number> {
    if (accounts.length === 0) return 0;
    const update = { $set: { passwordHash: null }, $unset: { passwordRow: 1 as const } };
    const writes = accounts.map(({ _id, passwordHash }) => ({
      updateOne: { filter: { _id, passwordHash }, update },
    }));
    return (await withQueryTimeout(this.#accounts.bulkWrite(writes))).modifiedCount;
  }

  /**
   * Sets the password and starts the next generation of tokens. Returns null when the account does not exist, or when
   * the account's generation differs from the given `generation`.
   */
  async setPassword(
    session: ClientSession,
    id: number,
    passwordHash: string,
    generation?: number,
  ): Promise<AccountDocument | null> {
    const filter = { _id: id, ...(generation !== undefined && { generation }) };
    return this.#advance(session, filter, { $set: { passwordHash }, $unset: { passwordRow: 1 } });
  }

  /**
   * Changes an account with the function `become`. Returns the account before and after the change; null if
   * the account does not exist.
   */
  async change(
    session: ClientSession,
    id: number,
    become: (before: AccountDocument) => AccountDocument,
  ): Promise<{ before: AccountDocument; after: AccountDocument } | null> {
    const before = await this.#accounts.findById(id, null, { session }).lean<AccountDocument>().exec();
    if (!before) return null;
    const after = become(before);
    if (!isDeepStrictEqual(before, after)) await this.keep(session, [after]);
    return { before, after };
  }

  /**
   * Starts the next generation of an account's tokens. Returns the new generation; null if the account does
   * not exist.
   */
  async nextGeneration(session: ClientSession, id: number): Promise<number | null> {
    return (await this.#advance(session, { _id: id }, {}))?.generation ?? null;
  }

  #advance(
    session: ClientSession,
    filter: Partial<Pick<AccountDocument, '_id' | 'generation'>>,
    update: { $set?: { passwordHash: string }; $unset?: { passwordRow: 1 } },
  ) {
    return this.#accounts
      .findOneAndUpdate(filter, { ...update, $inc: { generation: 1 } }, { session, returnDocument: 'after' })
      .lean<AccountDocument>()
      .exec();
  }

  /**
   * Deletes an account and stores its id, so that the id is never used again. Returns null if the account does not
   * exist.
   */
  async delete(session: ClientSession, id: number): Promise<AccountDocument | null> {
    const found = await this.#accounts
      .findOneAndDelete({ _id: id }, { session })
      .lean<AccountDocument>()
      .exec();
    if (found) await this.#erased.create([{ _id: id }], { session });
    return found;
  }

  /**
   * Returns the accounts that have one of these ids or names, and `erased`: the ids that belonged to deleted
   * accounts.
   */
  async accountsWithIdsOrNames(
    session: ClientSession,
    ids: readonly number[],
    names: readonly string[],
  ): Promise<{ accounts: AccountDocument[]; erased: Set<number> }> {
    const accounts = await this.#accounts
      .find({ $or: [{ _id: trusted({ $in: ids }) }, { names: trusted({ $in: names }) }] }, null, { session })
      .lean<AccountDocument[]>()
      .exec();
    const erased = await this.#erased
      .find({ _id: trusted({ $in: ids }) }, null, { session })
      .lean<ErasedDocument[]>()
      .exec();
    return { accounts, erased: new Set(erased.map(({ _id }) => _id)) };
  }

  /** Stores accounts in the given order. A stored account with the same id is replaced. */
  async keep(session: ClientSession, documents: readonly AccountDocument[]): Promise<void> {
    if (documents.length === 0) return;
    await reserveAccountIds(
      this.#engine.connection,
      session,
      documents.map(({ _id }) => _id),
    );
    const writes = documents.map((document) => ({
      replaceOne: { filter: { _id: document._id }, replacement: document, upsert: true },
    }));
    await this.#accounts.bulkWrite(writes, { session, ordered: true });
  }
}

interface CounterDocument {
  readonly _id: string;
  readonly number: number;
}

/**
 * Returns an id that was never used. If an id were used again, a new account could get the cart of a deleted customer.
 */
async function nextAccountId(connection: Connection, session: ClientSession): Promise<number> {
  const counters = connection.collection<CounterDocument>('auth_counters');
  const counter = await counters.findOneAndUpdate(
    { _id: 'accounts' },
    [{ $set: { number: { $add: [{ $ifNull: ['$number', firstOwnId - 1] }, 1] } } }],
    { session, upsert: true, returnDocument: 'after' },
  );
  return counter?.number ?? firstOwnId;
}

/** Moves the counter of `nextAccountId` past imported ids, so that these ids are never assigned to new accounts. */
async function reserveAccountIds(
  connection: Connection,
  session: ClientSession,
  ids: readonly number[],
): Promise<void> {
  const highest = Math.max(0, ...ids);
  if (highest < firstOwnId) return;
  const counters = connection.collection<CounterDocument>('auth_counters');
  await counters.updateOne({ _id: 'accounts' }, { $max: { number: highest } }, { session, upsert: true });
}
