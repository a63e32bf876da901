import { type ClientSession, type Model, Schema } from 'mongoose';
import { answered, type Engine, isDuplicate } from '#platform/mongodb/engine.ts';

/** A signing key as stored: its public half as in the key set, its private half encrypted. */
export interface SigningKeyDocument {
  readonly _id: string;
  readonly state: 'next' | 'signing' | 'old';
  readonly publicKey: Readonly<Record<string, string>>;
  readonly sealedPrivateKey: string;
  readonly createdAt: number;
  /** For an old key: when none of its tokens is valid any more and MongoDB removes it. */
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
// One key signs, and one is next.
schema.index(
  { state: 1 },
  { unique: true, partialFilterExpression: { state: { $in: ['next', 'signing'] } } },
);

/** Signing keys in MongoDB. */
export class SigningKeyStore {
  readonly #keys: Model<SigningKeyDocument>;

  constructor(engine: Engine) {
    this.#keys = engine.connection.model<SigningKeyDocument>('signing_key', schema);
  }

  /** Creates missing collections and indexes, and the first keys. */
  async prepare(make: (state: 'signing' | 'next') => Promise<SigningKeyDocument>): Promise<void> {
    await this.#keys.createCollection();
    await this.#keys.createIndexes();
    for (const state of ['signing', 'next'] as const) {
      if (await this.#keys.exists({ state })) continue;
      try {
        await this.#keys.create(await make(state));
      } catch (error) {
        // Another replica created it at the same moment.
        if (!isDuplicate(error)) throw error;
      }
    }
  }

  async all(): Promise<SigningKeyDocument[]> {
    return answered(this.#keys.find().sort({ createdAt: 1 }).lean<SigningKeyDocument[]>().exec());
  }

  /** The next key signs from now on, `made` is the new next one, and the old one only verifies. */
  async rotate(session: ClientSession, made: SigningKeyDocument, expiresAt: Date): Promise<void> {
    const steps = [
      [{ state: 'signing' }, { $set: { state: 'old', expiresAt } }],
      [{ state: 'next' }, { $set: { state: 'signing' } }],
    ] as const;
    for (const [filter, change] of steps) await this.#keys.updateOne(filter, change, { session }).exec();
    await this.#keys.create([made], { session });
  }
}
