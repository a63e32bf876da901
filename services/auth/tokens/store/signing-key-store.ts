import { type ClientSession, type Model, Schema } from 'mongoose';
import { type Engine, isDuplicate, withQueryTimeout } from '#platform/mongodb/engine.ts';

/** A signing key as stored. `publicKey` is a JWK. `sealedPrivateKey` is an encrypted JWK (`Seal`). */
export interface SigningKeyDocument {
  readonly _id: string;
  readonly state: 'next' | 'signing' | 'old';
  readonly publicKey: Readonly<Record<string, string>>;
  readonly sealedPrivateKey: string;
  readonly createdAt: number;
  /** For an old key: the time after which none of its tokens is valid. MongoDB then removes the key. */
  readonly expiresAt?: Date;
}

const schema = new Schema<SigningKeyDocument>(
  {
    _id: { type: String, required: true },
    state: { type: String, required: true },
    publicKey: { type: Schema.Types.Mixed, required: true },
    sealedPrivateKey: { type: String, required: true },
    createdAt: { type: Number, required: true },
    expiresAt: Date,
  },
  { collection: 'signing_keys', versionKey: false, autoIndex: false },
);
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
// At most one key has the state `signing`, and at most one key has the state `next`.
schema.index(
  { state: 1 },
  { unique: true, partialFilterExpression: { state: { $in: ['next', 'signing'] } } },
);

/** Stores signing keys in MongoDB. */
export class SigningKeyStore {
  readonly #keys: Model<SigningKeyDocument>;

  constructor(engine: Engine) {
    this.#keys = engine.connection.model<SigningKeyDocument>('signing_key', schema);
  }

  /** Creates the collection, its indexes and the first two keys, if they are missing. */
  async prepare(make: (state: 'signing' | 'next') => Promise<SigningKeyDocument>): Promise<void> {
    await this.#keys.createCollection();
    await this.#keys.createIndexes();
    for (const state of ['signing', 'next'] as const) {
      if (await this.#keys.exists({ state })) continue;
      try {
        await this.#keys.create(await make(state));
      } catch (error) {
        // A duplicate means that another replica has created the key at the same moment.
        if (!isDuplicate(error)) throw error;
      }
    }
  }

  async all(): Promise<SigningKeyDocument[]> {
    return withQueryTimeout(this.#keys.find().sort({ createdAt: 1 }).lean<SigningKeyDocument[]>().exec());
  }

  /**
   * Makes the `next` key the signing key, and makes the given key the new `next` key. The previous signing key then
   * signs no more tokens. It verifies tokens until `expiresAt`.
   */
  async rotate(session: ClientSession, next: SigningKeyDocument, expiresAt: Date): Promise<void> {
    const steps = [
      [{ state: 'signing' }, { $set: { state: 'old', expiresAt } }],
      [{ state: 'next' }, { $set: { state: 'signing' } }],
    ] as const;
    for (const [filter, change] of steps) await this.#keys.updateOne(filter, change, { session }).exec();
    await this.#keys.create([next], { session });
  }
}
