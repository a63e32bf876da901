import { type ClientSession, type Model, Schema, trusted } from 'mongoose';
import type { LoginMethod } from '#contracts/login.ts';
import type { NumberedTokensChange, TokensChange } from '#contracts/tokens.ts';
import { type Engine, type Session, withQueryTimeout } from '#platform/mongodb/engine.ts';

/** A token family as stored: the tokens of one login, with only a digest of the refresh token. */
export interface FamilyDocument {
  readonly _id: string;
  readonly account: number;
  /** The method that identified the caller at the login. */
  readonly method: LoginMethod;
  /** The audience of the tokens. Absent in logins of releases that had only one audience. */
  readonly audience?: string;
  readonly generation: number;
  readonly refreshDigest: string;
  /** Number of refresh tokens that the login had before the current refresh token. */
  readonly refreshNumber: number;
  readonly createdAt: Date;
  /** Time at which the refresh token expires and MongoDB removes the login. */
  readonly expiresAt: Date;
}

/** A refresh token that was exchanged for the next refresh token. */
interface SpentDocument {
  /** The digest of the refresh token. */
  readonly _id: string;
  readonly family: string;
  /** Number of refresh tokens that the login had before this refresh token. */
  readonly number: number;
  readonly spentAt: Date;
  /** Time at which the refresh token would have expired. MongoDB then removes the document. */
  readonly expiresAt: Date;
}

const familySchema = new Schema<FamilyDocument>(
  {
    _id: { type: String, required: true },
    account: { type: Number, required: true },
    method: { type: String, required: true },
    audience: String,
    generation: { type: Number, required: true },
    refreshDigest: { type: String, required: true },
    refreshNumber: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'token_families', versionKey: false, autoIndex: false },
);
familySchema.index({ refreshDigest: 1 }, { unique: true });
familySchema.index({ account: 1, createdAt: -1 });
familySchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

const spentSchema = new Schema<SpentDocument>(
  {
    _id: { type: String, required: true },
    family: { type: String, required: true },
    number: { type: Number, required: true },
    spentAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'spent_refresh_tokens', versionKey: false, autoIndex: false },
);
spentSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/** The exchange of a refresh token (digest `from`) for the next refresh token (digest `to`, and its number). */
interface Rotation {
  readonly from: string;
  readonly to: string;
  readonly number: number;
  readonly expiresAt: Date;
}

/** Stores logins (token families) in MongoDB. */
export class FamilyStore {
  readonly #families: Model<FamilyDocument>;
  readonly #spent: Model<SpentDocument>;

  constructor(engine: Engine) {
    this.#families = engine.connection.model<FamilyDocument>('token_family', familySchema);
    this.#spent = engine.connection.model<SpentDocument>('spent_refresh_token', spentSchema);
  }

  /** Creates missing collections and indexes. */
  async prepare(): Promise<void> {
    for (const model of [this.#families, this.#spent]) {
      await model.createCollection();
      await model.createIndexes();
    }
  }

  async begin(family: FamilyDocument): Promise<void> {
    await withQueryTimeout(this.#families.create(family));
  }

  /** Returns the login whose current refresh token has this digest; null if no login has this refresh token. */
  async byDigest(refreshDigest: string): Promise<FamilyDocument | null> {
    return withQueryTimeout(this.#families.findOne({ refreshDigest }).lean<FamilyDocument>().exec());
  }

  async byId(id: string): Promise<FamilyDocument | null> {
    return withQueryTimeout(this.#families.findById(id).lean<FamilyDocument>().exec());
  }

  /** Returns all logins of an account except its `most` newest logins. */
  async beyond(account: number, most: number): Promise<FamilyDocument[]> {
    const found = this.#families.find({ account }).sort({ createdAt: -1 }).skip(most);
    return withQueryTimeout(found.lean<FamilyDocument[]>().exec());
  }

  /** Returns the logins of an account that began with one login method. */
  async begunBy(session: ClientSession, account: number, method: LoginMethod): Promise<FamilyDocument[]> {
    return this.#families.find({ account, method }, null, { session }).lean<FamilyDocument[]>().exec();
  }

  /** Returns the document of an exchanged refresh token; null if the token was not exchanged. */
  async spent(digest: string): Promise<SpentDocument | null> {
    return withQueryTimeout(this.#spent.findById(digest).lean<SpentDocument>().exec());
  }

  /**
   * Stores the document of a refresh token that the caller will exchange next. The caller stores the document before
   * it exchanges the token, so that every exchanged token has a document even after a crash.
   */
  async noteSpent({ _id, ...spent }: SpentDocument): Promise<void> {
    await withQueryTimeout(this.#spent.updateOne({ _id }, { $set: spent }, { upsert: true }).exec());
  }

  /**
   * Replaces a refresh token with the next refresh token. Returns false if another request has already replaced the
   * refresh token.
   */
  async rotate(family: string, { from, to, number, expiresAt }: Rotation): Promise<boolean> {
    const change = { $set: { refreshDigest: to, refreshNumber: number, expiresAt } };
    const { modifiedCount } = await withQueryTimeout(
      this.#families.updateOne({ _id: family, refreshDigest: from }, change).exec(),
    );
    return modifiedCount > 0;
  }

  /** Ends one login. */
  async end(session: ClientSession, id: string): Promise<void> {
    await this.#families.deleteOne({ _id: id }, { session }).exec();
  }

  /** Ends all logins of an account. */
  async endAll(session: ClientSession, account: number): Promise<void> {
    await this.#families.deleteMany({ account }, { session }).exec();
  }
}

/** The maximum number of changes that one query reads. */
const revocationPage = 5_000;
/**
 * A linearizable read: before the answer, the primary of MongoDB confirms with a majority of the servers that
 * no other server has become the primary.
 */
const linearizable = { readConcern: { level: 'linearizable' }, maxTimeMS: 1_000 } as const;

/** A revocation with its number on the feed `tokens`. */
interface RevocationDocument {
  readonly _id: number;
  readonly change: TokensChange;
  /** Time after which none of the revoked tokens can be valid. MongoDB then removes the revocation. */
  readonly expiresAt: Date;
}

/** The document in MongoDB with the number of the last change. */
interface CounterDocument {
  readonly _id: string;
  readonly number: number;
}

const revocationSchema = new Schema<RevocationDocument>(
  {
    _id: { type: Number, required: true },
    change: { type: Schema.Types.Mixed, required: true },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'token_revocations', versionKey: false, autoIndex: false },
);
revocationSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
revocationSchema.index({ 'change.family': 1 }, { sparse: true });

/** Stores revocations in MongoDB. All replicas take the numbers of revocations from one counter. */
export class RevocationStore {
  readonly #engine: Engine;
  readonly #revocations: Model<RevocationDocument>;

  constructor(engine: Engine) {
    this.#engine = engine;
    this.#revocations = engine.connection.model<RevocationDocument>('token_revocation', revocationSchema);
  }

  /** Creates the collection and indexes if missing. */
  async prepare(): Promise<void> {
    await this.#revocations.createCollection();
    await this.#revocations.createIndexes();
  }

  /**
   * Returns the number of the last change. The number includes every change that was stored before the call,
   * even if MongoDB has just elected a new primary.
   */
  async last(session?: Session): Promise<number> {
    // The function is async, so that an error that the collection throws before the first connection becomes
    // a rejection.
    const read = async () =>
      this.#counters.findOne({ _id: 'tokens' }, { ...linearizable, ...(session && { session }) });
    const counter = await withQueryTimeout(read());
    return counter?.number ?? 0;
  }

  /**
   * Returns all changes after the number `after`, in order of their numbers. `number` is the number of the last change
   * when the read began.
   */
  async since(after: number): Promise<{ number: number; changes: NumberedTokensChange[] }> {
    // All reads use one session. Otherwise a later read could use a server that lacks changes which the first read has
    // counted.
    const work = async (session: Session) => {
      const number = await this.last(session);
      const changes: NumberedTokensChange[] = [];
      for (let page = await this.#page(after, session); page.length > 0; ) {
        changes.push(...page.map(({ _id, change }) => ({ number: _id, change })));
        page = page.length < revocationPage ? [] : await this.#page(page.at(-1)?._id ?? 0, session);
      }
      return { number, changes };
    };
    return this.#engine.connection.withSession(work);
  }

  /**
   * Returns the number for a new change. `session` is the transaction that stores the change. The transaction also
   * stores the number, so number and change become visible together.
   */
  async next(session: Session): Promise<number> {
    const counter = await this.#counters.findOneAndUpdate(
      { _id: 'tokens' },
      { $inc: { number: 1 } },
      { session, upsert: true, returnDocument: 'after' },
    );
    return counter?.number ?? 1;
  }

  async keep(session: Session, revocation: RevocationDocument): Promise<void> {
    await this.#revocations.create([revocation], { session });
  }

  /** Returns the change that ended a login. Null if the login has not ended or MongoDB has removed the change. */
  async ofFamily(family: string): Promise<NumberedTokensChange | null> {
    const query = this.#revocations.findOne({ 'change.family': family }).lean<RevocationDocument>().exec();
    const found = await withQueryTimeout(query);
    return found && { number: found._id, change: found.change };
  }

  /** Returns the first changes after the number `after`, in order of their numbers, at most `pageSize`. */
  #page(after: number, session: Session): Promise<RevocationDocument[]> {
    return withQueryTimeout(
      this.#revocations
        .find({ _id: trusted({ $gt: after }) }, null, { session })
        .sort({ _id: 1 })
        .limit(revocationPage)
        .lean<RevocationDocument[]>()
        .exec(),
    );
  }

  get #counters() {
    return this.#engine.connection.collection<CounterDocument>('auth_counters');
  }
}
