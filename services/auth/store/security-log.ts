import { randomUUID } from 'node:crypto';
import mongoose, { type Model, Schema } from 'mongoose';
import { maxNoted, type SecurityEvent, type SecurityEventName } from '#contracts/security-log.ts';
import { Outbox } from '#platform/events/outbox.ts';
import { type Engine, withQueryTimeout } from '#platform/mongodb/engine.ts';
import type { Logger } from '#platform/service/logger.ts';
import type { Metrics } from '#platform/service/metrics.ts';

/** The maximum number of events that wait to be written. */
const maxQueued = 2_000;

interface SecurityLogDeps {
  readonly store: Pick<SecurityLogStore, 'write'>;
  readonly logger: Pick<Logger, 'info'>;
  readonly metrics: Pick<Metrics, 'counter'>;
}

/** The security log. Each event is written as a line of the process's log and, in the background, to MongoDB. */
export class SecurityLog {
  readonly #outbox: Outbox<SecurityEvent>;
  readonly #logger: SecurityLogDeps['logger'];

  constructor({ store, logger, metrics }: SecurityLogDeps) {
    const dropped = metrics.counter(
      'security_events_dropped_total',
      'Events that were lost from the security log',
    );
    const send = (some: readonly SecurityEvent[]) => store.write(some);
    this.#outbox = new Outbox({
      ...{ send, dropped: () => dropped.inc() },
      ...{ most: maxQueued, atOnce: maxNoted },
    });
    this.#logger = logger;
  }

  /** Logs an event that happens now. */
  note(event: Omit<SecurityEvent, 'id' | 'at'>): void {
    this.take({ id: randomUUID(), at: Date.now(), ...event });
  }

  /** Logs an event that another process has observed. */
  take(event: SecurityEvent): void {
    this.#logger.info({ log: 'security', ...event }, event.event);
    this.#outbox.put(event);
  }

  close(): Promise<void> {
    return this.#outbox.close();
  }
}

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
/** Maximum number of stored events. Anybody can cause events, so their number needs a limit. */
const maxStored = 1_000_000;

/** Stores the security log in MongoDB. */
export class SecurityLogStore {
  readonly #events: Model<EventDocument>;
  readonly #keptMs: number;
  readonly #most: number;
  /** Number of events that this process may write until it counts the stored events. */
  #untilCount = 0;

  /** `days` is the number of days for which each event is stored, `most` the maximum number of events. */
  constructor(engine: Engine, days: number, most = maxStored) {
    this.#most = most;
    this.#events = engine.connection.model<EventDocument>('security_event', schema);
    this.#keptMs = days * dayMs;
  }

  /** Creates the collection and its indexes if missing. */
  async prepare(): Promise<void> {
    await this.#events.createCollection();
    await this.#events.createIndexes();
  }

  /** Stores events. An event that is stored already does not change. Over the limit, the oldest events are removed. */
  async write(events: readonly SecurityEvent[]): Promise<void> {
    const writes = events.map(({ id: _id, ...rest }) => ({
      updateOne: {
        filter: { _id },
        update: { $setOnInsert: { ...rest, expiresAt: new Date(rest.at + this.#keptMs) } },
        upsert: true,
      },
    }));
    await withQueryTimeout(this.#events.bulkWrite(writes, { ordered: false }));
    this.#untilCount -= events.length;
    if (this.#untilCount <= 0) await this.#removeOldest();
  }

  /**
   * Removes the oldest events if there are nearly too many. Each process checks after a thousandth of the limit, so
   * that the events of several replicas stay within the limit too.
   */
  async #removeOldest(): Promise<void> {
    const step = Math.ceil(this.#most / 1_000);
    const stored = await withQueryTimeout(this.#events.estimatedDocumentCount().exec());
    // One call removes a bounded number, because it must not take long.
    const excess = Math.min(stored - (this.#most - 10 * step), 20 * step);
    if (excess > 0) {
      const oldest = this.#events
        .find({}, { at: 1 })
        .sort({ at: 1 })
        .skip(excess - 1)
        .limit(1);
      const [last] = await withQueryTimeout(oldest.lean<EventDocument[]>().exec());
      const upTo = { at: mongoose.trusted({ $lte: last?.at ?? 0 }) };
      await withQueryTimeout(this.#events.deleteMany(upTo).exec());
    }
    this.#untilCount = step;
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
