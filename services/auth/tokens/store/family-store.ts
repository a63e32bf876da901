import { type ClientSession, type Model, Schema } from 'mongoose';
import type { LoginMethod } from '#contracts/login.ts';
import { type Engine, withQueryTimeout } from '#platform/mongodb/engine.ts';

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

const schema = new Schema<FamilyDocument>(
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
schema.index({ refreshDigest: 1 }, { unique: true });
schema.index({ account: 1, createdAt: -1 });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

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
    this.#families = engine.connection.model<FamilyDocument>('token_family', schema);
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
