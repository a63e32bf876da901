import { type Model, Schema, Types } from 'mongoose';
import type { LoginMethod } from '#contracts/login.ts';
import { type Engine, withQueryTimeout } from '#platform/mongodb/engine.ts';
import type { Logger } from '#platform/service/logger.ts';

/** A refused login, without any of the given credentials. */
export interface RefusalDocument {
  readonly _id: Types.ObjectId;
  /** The account with the name that the client sent; null if no account has this name. */
  readonly account: number | null;
  readonly method: LoginMethod;
  /** The code of the refusal. */
  readonly reason: string;
  readonly at: Date;
}

/**
 * Seconds for which a refusal is stored. A relay usually publishes a refusal at once, but the event stream
 * may be down for hours.
 */
const keptSeconds = 86_400;
/**
 * The maximum number of writes in progress. During a flood, further refusals are not stored, so that no login
 * waits.
 */
const maxRunning = 32;

const schema = new Schema<RefusalDocument>(
  {
    _id: { type: Schema.Types.ObjectId, required: true },
    account: { type: Number, default: null },
    method: { type: String, required: true },
    reason: { type: String, required: true },
    at: { type: Date, required: true },
  },
  { collection: 'login_refusals', versionKey: false, autoIndex: false },
);
schema.index({ at: 1 }, { expireAfterSeconds: keptSeconds });

/** Stores refused logins in MongoDB. A relay reads the stored refusals and publishes them as events. */
export class RefusalStore {
  readonly #refusals: Model<RefusalDocument>;
  readonly #logger: Pick<Logger, 'debug'>;
  #running = 0;

  constructor(engine: Engine, logger: Pick<Logger, 'debug'>) {
    this.#refusals = engine.connection.model<RefusalDocument>('login_refusal', schema);
    this.#logger = logger;
  }

  /** Creates the collection and its index if missing. */
  async prepare(): Promise<void> {
    await this.#refusals.createCollection();
    await this.#refusals.createIndexes();
  }

  /** Stores a refusal in the background and ignores errors. Does nothing while `maxRunning` writes are in progress. */
  note(refused: Pick<RefusalDocument, 'account' | 'method' | 'reason'>): void {
    if (this.#running >= maxRunning) return;
    this.#running += 1;
    const refusal = { ...refused, _id: new Types.ObjectId(), at: new Date() };
    void withQueryTimeout(this.#refusals.create(refusal))
      .catch((error: unknown) => this.#logger.debug({ err: error }, 'a refused login could not be stored'))
      .finally(() => {
        this.#running -= 1;
      });
  }
}
