import { type ClientSession, type Model, Schema } from 'mongoose';
import type { Permissions } from '#contracts/api-keys.ts';
import { type Engine, withQueryTimeout } from '#platform/mongodb/engine.ts';

/** A key pair as stored in MongoDB. The digests reveal no key and no secret. Times are in Unix milliseconds. */
export interface ApiKeyDocument {
  readonly _id: number;
  /** HMAC-SHA-256 of the consumer key. The service finds the pair by this digest. */
  readonly keyDigest: string;
  readonly secretDigest: string;
  readonly permissions: Permissions;
  readonly description: string;
  /** The last seven characters of the consumer key. */
  readonly ending: string;
  /** The id of the account to which the pair belongs; null if the pair belongs to the shop itself. */
  readonly account: number | null;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
}

const schema = new Schema<ApiKeyDocument>(
  {
    _id: { type: Number, required: true },
    keyDigest: { type: String, required: true },
    secretDigest: { type: String, required: true },
    permissions: { type: String, required: true },
    description: { type: String, required: true },
    ending: { type: String, required: true },
    account: { type: Number, default: null },
    createdAt: { type: Number, required: true },
    lastUsedAt: { type: Number, default: null },
  },
  { collection: 'api_keys', versionKey: false, autoIndex: false },
);
schema.index({ keyDigest: 1 }, { unique: true });
schema.index({ account: 1 });

/** Stores key pairs in MongoDB. */
export class ApiKeyStore {
  readonly #engine: Engine;
  readonly #keys: Model<ApiKeyDocument>;

  constructor(engine: Engine) {
    this.#engine = engine;
    this.#keys = engine.connection.model<ApiKeyDocument>('api_key', schema);
  }

  /** Creates the collection and indexes if missing. */
  async prepare(): Promise<void> {
    await this.#keys.createCollection();
    await this.#keys.createIndexes();
  }

  /** Stores a new pair with an id that was never used. */
  async create(newPair: Omit<ApiKeyDocument, '_id'>): Promise<ApiKeyDocument> {
    return this.#engine.transaction(async (session) => {
      const document = { _id: await this.#nextId(session), ...newPair };
      await this.#keys.create([document], { session });
      return document;
    });
  }

  async #nextId(session: ClientSession): Promise<number> {
    const counters = this.#engine.connection.collection<{ _id: string; number: number }>('auth_counters');
    const counter = await counters.findOneAndUpdate(
      { _id: 'api_keys' },
      { $inc: { number: 1 } },
      { session, upsert: true, returnDocument: 'after' },
    );
    return counter?.number ?? 1;
  }

  async withDigest(keyDigest: string): Promise<ApiKeyDocument | null> {
    return withQueryTimeout(this.#keys.findOne({ keyDigest }).lean<ApiKeyDocument>().exec());
  }

  /** Returns a page of pairs, newest first, and the total of all pages. */
  async page(skip: number, limit: number): Promise<{ found: ApiKeyDocument[]; total: number }> {
    const page = this.#keys.find().sort({ _id: -1 }).skip(skip).limit(limit).lean<ApiKeyDocument[]>();
    const [found, total] = await withQueryTimeout(
      Promise.all([page.exec(), this.#keys.countDocuments().exec()]),
    );
    return { found, total };
  }

  /** Removes the pair with this id or key digest. Returns the removed pair; null if the pair does not exist. */
  async remove(
    session: ClientSession,
    which: { readonly _id: number } | { readonly keyDigest: string },
  ): Promise<ApiKeyDocument | null> {
    return withQueryTimeout(this.#keys.findOneAndDelete(which, { session }).lean<ApiKeyDocument>().exec());
  }

  /** Removes all pairs of an account. */
  async removeOf(account: number, session?: ClientSession): Promise<void> {
    await withQueryTimeout(this.#keys.deleteMany({ account }, session ? { session } : {}).exec());
  }

  /** Sets the time of a key pair's last use to `at`. Does nothing if the stored time is later than `at`. */
  async noteUse(id: number, at: number): Promise<void> {
    await withQueryTimeout(this.#keys.updateOne({ _id: id }, { $max: { lastUsedAt: at } }).exec());
  }
}
