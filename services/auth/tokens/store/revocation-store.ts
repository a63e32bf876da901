import { type Model, Schema, trusted } from 'mongoose';
import type { NumberedTokensChange, TokensChange } from '#contracts/tokens.ts';
import { type Engine, type Session, withQueryTimeout } from '#platform/mongodb/engine.ts';

/** The maximum number of changes that one query reads. */
const pageSize = 5_000;
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

/** Stores revocations in MongoDB. All replicas take the numbers of revocations from one counter. */
export class RevocationStore {
  readonly #engine: Engine;
  readonly #revocations: Model<RevocationDocument>;

  constructor(engine: Engine) {
    this.#engine = engine;
    this.#revocations = engine.connection.model<RevocationDocument>('token_revocation', schema);
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
        page = page.length < pageSize ? [] : await this.#page(page.at(-1)?._id ?? 0, session);
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
        .limit(pageSize)
        .lean<RevocationDocument[]>()
        .exec(),
    );
  }

  get #counters() {
    return this.#engine.connection.collection<CounterDocument>('auth_counters');
  }
}
