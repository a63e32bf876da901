import mongoose, { type Model, Schema } from 'mongoose';
import type { SecurityEvent, SecurityEventName } from '#contracts/security-log.ts';
import { type Engine, withQueryTimeout } from '#platform/mongodb/engine.ts';

/** A security event as stored in MongoDB. */
interface EventDocument extends Omit<SecurityEvent, 'id'> {
  readonly _id: string;
  /** Time at which MongoDB removes the event. */
  readonly expiresAt: Date;
}

/** A query for events. */
interface Query {
  readonly since: number;
  readonly event: SecurityEventName | null;
  readonly who: string | null;
  readonly limit: number;
}

const text = { type: String, default: '' };
const schema = new Schema<EventDocument>(
  {
    _id: { type: String, required: true },
    at: { type: Number, required: true },
    event: { type: String, required: true },
    ...{ who: text, from: text, requestId: text, about: text, detail: text },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'security_log', versionKey: false, autoIndex: false },
);
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
schema.index({ at: -1 });
schema.index({ who: 1, at: -1 });
schema.index({ event: 1, at: -1 });

const dayMs = 86_400_000;

/** Stores the security log in MongoDB. */
export class SecurityLogStore {
  readonly #events: Model<EventDocument>;
  readonly #keptMs: number;

  /** `days` is the number of days for which each event is stored. */
  constructor(engine: Engine, days: number) {
    this.#events = engine.connection.model<EventDocument>('security_event', schema);
    this.#keptMs = days * dayMs;
  }

  /** Creates the collection and its indexes if missing. */
  async prepare(): Promise<void> {
    await this.#events.createCollection();
    await this.#events.createIndexes();
  }

  /** Stores events. An event that is stored already does not change. */
  async write(events: readonly SecurityEvent[]): Promise<void> {
    const writes = events.map(({ id: _id, ...rest }) => ({
      updateOne: {
        filter: { _id },
        update: { $setOnInsert: { ...rest, expiresAt: new Date(rest.at + this.#keptMs) } },
        upsert: true,
      },
    }));
    await withQueryTimeout(this.#events.bulkWrite(writes, { ordered: false }));
  }

  /** Returns the events that match a query, newest first. */
  async read({ since, event, who, limit }: Query): Promise<SecurityEvent[]> {
    const found = this.#events
      .find({
        at: mongoose.trusted({ $gte: since }),
        ...(event !== null && { event }),
        ...(who !== null && { who }),
      })
      .sort({ at: -1, _id: 1 })
      .limit(limit);
    const documents = await withQueryTimeout(found.lean<EventDocument[]>().exec());
    return documents.map(({ _id: id, expiresAt: _, ...rest }) => ({ id, ...rest }));
  }
}
