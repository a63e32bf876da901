import { type ClientSession, type Model, Schema, trusted } from 'mongoose';
import type { TokensChange } from '#contracts/tokens.ts';
import { answered, type Engine } from '#platform/mongodb/engine.ts';

/** What was revoked, under its number on the feed `tokens`. */
interface RevocationDocument {
  readonly _id: number;
  readonly change: TokensChange;
  /** No token that it is about can be good any more; MongoDB removes it then. */
  readonly expiresAt: Date;
}

/** The number of the last change. */
interface CounterDocument {
  readonly _id: string;
  readonly number: number;
}

const schema = new Schema<RevocationDocument>(
  {
    _id: { type: Number, required: true },
    change: { type: Schema.Types.Mixed, required: true },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'token_revocations', versionKey: false, autoIndex: false },
);
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
schema.index({ 'change.family': 1 }, { sparse: true });

/** Revocations in MongoDB, numbered over all replicas. */
export class RevocationStore {
  readonly #engine: Engine;
  readonly #revocations: Model<RevocationDocument>;

  constructor(engine: Engine) {
    this.#engine = engine;
    this.#revocations = engine.connection.model<RevocationDocument>('token_revocation', schema);
  }

  /** Makes the collection and indexes that are missing. */
  async prepare(): Promise<void> {
    await this.#revocations.createCollection();
    await this.#revocations.createIndexes();
  }

  /** Number of the last change that is visible. */
  async last(): Promise<number> {
    // Before the first connection the collection throws at once, where a query of a model would be refused later.
    const read = async () => this.#counters.findOne({ _id: 'tokens' });
    const counter = await answered(read());
    return counter?.number ?? 0;
  }

  /** The number of a new change, inside the transaction that makes it: none is seen before its data, or without. */
  async next(session: ClientSession): Promise<number> {
    const counter = await this.#counters.findOneAndUpdate(
      { _id: 'tokens' },
      { $inc: { number: 1 } },
      { session, upsert: true, returnDocument: 'after' },
    );
    return counter?.number ?? 1;
  }

  async keep(session: ClientSession, revocation: RevocationDocument): Promise<void> {
    await this.#revocations.create([revocation], { session });
  }

  /** Whether a login was ended whose tokens could still be good. */
  async hasFamily(family: string): Promise<boolean> {
    return (await answered(this.#revocations.exists({ 'change.family': family }).exec())) !== null;
  }

  /** Revocations after a number, in their order. */
  async after(number: number, most: number): Promise<RevocationDocument[]> {
    return answered(
      this.#revocations
        .find({ _id: trusted({ $gt: number }) })
        .sort({ _id: 1 })
        .limit(most)
        .lean<RevocationDocument[]>()
        .exec(),
    );
  }

  get #counters() {
    return this.#engine.connection.collection<CounterDocument>('auth_counters');
  }
}
