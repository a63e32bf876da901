import { type Model, Schema, Types } from 'mongoose';
import type { LoginMethod } from '#contracts/login.ts';
import { answered, type Engine } from '#platform/mongodb/engine.ts';
import type { Logger } from '#platform/service/logger.ts';

/** A login that was refused. Nothing of what was given is in it. */
export interface RefusalDocument {
  readonly _id: Types.ObjectId;
  /** Null where nobody is known by what was given. */
  readonly account: number | null;
  readonly method: LoginMethod;
  /** Code of the refusal. */
  readonly reason: string;
  readonly at: Date;
}

/** They are told of within moments: kept for a day, for when nobody can be told. */
const keptSeconds = 86_400;
/** Most that are being written: in a flood some are left out, so that no login waits for them. */
const mostUnderWay = 32;

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

/** Logins that were refused, in MongoDB, for those who are told of them. */
export class RefusalStore {
  readonly #refusals: Model<RefusalDocument>;
  readonly #logger: Pick<Logger, 'debug'>;
  #underWay = 0;

  constructor(engine: Engine, logger: Pick<Logger, 'debug'>) {
    this.#refusals = engine.connection.model<RefusalDocument>('login_refusal', schema);
    this.#logger = logger;
  }

  /** Makes the collection and its index unless they are there. */
  async prepare(): Promise<void> {
    await this.#refusals.createCollection();
    await this.#refusals.createIndexes();
  }

  /** Writes one down without anybody's waiting for it, and whatever becomes of it. */
  note(refused: Pick<RefusalDocument, 'account' | 'method' | 'reason'>): void {
    if (this.#underWay >= mostUnderWay) return;
    this.#underWay += 1;
    const refusal = { ...refused, _id: new Types.ObjectId(), at: new Date() };
    void answered(this.#refusals.create(refusal))
      .catch((error: unknown) => this.#logger.debug({ err: error }, 'a refused login was not written down'))
      .finally(() => {
        this.#underWay -= 1;
      });
  }
}
