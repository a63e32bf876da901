import mongoose, { type ClientSession, type Model, Schema } from 'mongoose';
import { type Engine, isDuplicate, withQueryTimeout } from '#platform/mongodb/engine.ts';

/** The authenticator of an account: its encrypted secret, and the time period of the last accepted code. */
export interface VerificationDocument {
  readonly _id: number;
  readonly sealedSecret: string;
  readonly confirmed: boolean;
  readonly lastCounter: number;
}

const schema = new Schema<VerificationDocument>(
  {
    _id: { type: Number, required: true },
    sealedSecret: { type: String, required: true },
    confirmed: { type: Boolean, required: true },
    lastCounter: { type: Number, required: true },
  },
  { collection: 'verifications', versionKey: false, autoIndex: false },
);

const before = (counter: number) => mongoose.trusted({ $lt: counter }) as unknown as number;

/** Stores the authenticator secrets of accounts in MongoDB. */
export class VerificationStore {
  readonly #verifications: Model<VerificationDocument>;

  constructor(engine: Engine) {
    this.#verifications = engine.connection.model<VerificationDocument>('verification', schema);
  }

  async find(account: number): Promise<VerificationDocument | null> {
    return withQueryTimeout(this.#verifications.findById(account).lean<VerificationDocument>().exec());
  }

  /**
   * Stores an unconfirmed secret, which replaces an earlier unconfirmed secret. Returns false if the account has a
   * confirmed secret.
   */
  async enrol(account: number, sealedSecret: string): Promise<boolean> {
    const unconfirmed = { sealedSecret, confirmed: false, lastCounter: 0 };
    const kept = this.#verifications.updateOne(
      { _id: account, confirmed: false },
      { $set: unconfirmed },
      { upsert: true },
    );
    try {
      await withQueryTimeout(kept.exec());
      return true;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }

  /**
   * Marks a secret as confirmed by a code of the time period `counter`. Returns false if another secret has
   * replaced this secret.
   */
  async confirm(account: number, sealedSecret: string, counter: number): Promise<boolean> {
    return this.#move({ _id: account, sealedSecret }, { confirmed: true, lastCounter: counter });
  }

  /**
   * Stores that a code of the time period `counter` was used. Returns false if this code or a later code was
   * used before, or if the account has another secret now.
   */
  async spend(account: number, sealedSecret: string, counter: number): Promise<boolean> {
    const unspent = { _id: account, sealedSecret, confirmed: true, lastCounter: before(counter) };
    return this.#move(unspent, { lastCounter: counter });
  }

  async remove(account: number): Promise<boolean> {
    const { deletedCount } = await withQueryTimeout(this.#verifications.deleteOne({ _id: account }).exec());
    return deletedCount === 1;
  }

  /** Removes the secret of an account. */
  async removeOf(account: number, session: ClientSession): Promise<void> {
    await this.#verifications.deleteOne({ _id: account }, { session });
  }

  async #move(from: Partial<VerificationDocument>, to: Partial<VerificationDocument>): Promise<boolean> {
    const { matchedCount } = await withQueryTimeout(this.#verifications.updateOne(from, { $set: to }).exec());
    return matchedCount === 1;
  }
}
