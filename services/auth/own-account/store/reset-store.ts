import { type ClientSession, type Model, Schema, trusted } from 'mongoose';
import { type Engine, withQueryTimeout } from '#platform/mongodb/engine.ts';

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

/** Stores reset requests in MongoDB. */
export class ResetStore {
  readonly #resets: Model<ResetDocument>;

  constructor(engine: Engine) {
    this.#resets = engine.connection.model<ResetDocument>('password_reset', schema);
  }

  /** Creates the collection and its indexes if missing. */
  async prepare(): Promise<void> {
    await this.#resets.createCollection();
    await this.#resets.createIndexes();
  }

  async keep(document: ResetDocument): Promise<void> {
    await withQueryTimeout(this.#resets.create(document));
  }

  /**
   * Returns how many valid reset tokens an account has. A token of an earlier generation is not valid, even if it has
   * not expired.
   */
  async pending(account: number, generation: number, now: Date): Promise<number> {
    const expiresAt = trusted({ $gt: now }) as unknown as Date;
    return withQueryTimeout(this.#resets.countDocuments({ account, generation, expiresAt }).exec());
  }

  async byDigest(digest: string): Promise<ResetDocument | null> {
    return withQueryTimeout(this.#resets.findOne({ digest }).lean<ResetDocument>().exec());
  }

  /** Deletes all reset requests of an account. */
  async removeOf(account: number, session: ClientSession): Promise<void> {
    await this.#resets.deleteMany({ account }, { session });
  }
}
