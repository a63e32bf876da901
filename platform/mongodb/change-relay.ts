import type { Connection, mongo } from 'mongoose';
import { OutboxAlarm } from '#platform/events/outbox.ts';
import type { Logger } from '#platform/service/logger.ts';
import { withQueryTimeout } from './engine.ts';

/**
 * Milliseconds that MongoDB waits for new changes before its answer. Must be less than the time-out of the
 * driver.
 */
const awaitMs = 600;
/** Minimum milliseconds between two saves of the watermark while changes are published. */
const saveMs = 200;
/** Milliseconds after which a lease expires without renewal. */
const leaseMs = 5_000;
/** Milliseconds between two renewals of the lease. */
const renewMs = 1_500;
const retryMs = 1_000;

/** The document in MongoDB with the lease and the watermark of one relay. */
interface RelayDocument {
  /** The name of the relay. */
  readonly _id: string;
  /** The name of the replica that has the lease. */
  readonly holder: string;
  /** The end of the lease, in Unix milliseconds. */
  readonly until: number;
  /** The watermark: the position in MongoDB's log up to which changes are published; null before the first save. */
  readonly resumeToken: unknown;
  /** The cluster time at which the relay begins if the relay has no watermark. */
  readonly startsAt: mongo.Timestamp;
}

/** The changes that a relay follows, and the function that publishes a change. */
export interface RelayPlan {
  /** Name of the relay in the collection `relays`. */
  readonly name: string;
  /** The service's collection with the lease and the watermark of each of its relays. */
  readonly relays: string;
  readonly collection: string;
  /** Aggregation stages that select the changes. */
  readonly pipeline: readonly Record<string, unknown>[];
  /**
   * Publishes a change. Must resolve only when the change is stored, because the relay then continues with the
   * next change.
   */
  publish(change: mongo.ChangeStreamDocument): Promise<void>;
}

/**
 * Publishes the changes of a collection in order, each at least once. One replica at a time follows the
 * change stream of MongoDB and stores a watermark. A new relay begins with the changes since its creation.
 *
 * After an interruption, the relay continues at the watermark. If MongoDB's log no longer contains the
 * watermark, the relay logs a warning and continues with new changes.
 */
export class ChangeRelay {
  readonly #connection: Connection;
  readonly #plan: RelayPlan;
  readonly #holder: string;
  readonly #logger: Logger;
  #closed = false;
  /** Whether the relay's document exists. */
  #isPrepared = false;
  #stream: mongo.ChangeStream | null = null;
  /** The position in MongoDB's log up to which this replica knows that changes are published. */
  #watermark: unknown = null;
  /** Time of the oldest unpublished change in Unix milliseconds; null if this replica has no unpublished change. */
  #pendingSince: number | null = null;

  /** `holder` is the name of this replica in the lease. */
  constructor(connection: Connection, plan: RelayPlan, holder: string, logger: Logger) {
    this.#connection = connection;
    this.#plan = plan;
    this.#holder = holder;
    this.#logger = logger;
  }

  get #relays(): mongo.Collection<RelayDocument> {
    return this.#connection.collection<RelayDocument>(
      this.#plan.relays,
    ) as unknown as mongo.Collection<RelayDocument>;
  }

  get name(): string {
    return this.#plan.name;
  }

  /** Age in seconds of this replica's oldest unpublished change; 0 if this replica has no unpublished change. */
  get lagSeconds(): number {
    return this.#pendingSince === null ? 0 : Math.max(0, Date.now() - this.#pendingSince) / 1_000;
  }

  /** Follows the changes while this replica has the lease, until `close`. */
  async run(): Promise<void> {
    while (!this.#closed) {
      try {
        if (!this.#isPrepared) await this.#prepare();
        const lease = await this.#acquireLease();
        // A replica without the lease has no pending changes.
        if (!lease) this.#pendingSince = null;
        if (lease && !this.#closed) await this.#follow(lease);
      } catch (error) {
        if (!this.#closed)
          this.#logger.debug({ err: error, relay: this.#plan.name }, 'the changes cannot be followed');
      }
      if (!this.#closed) await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }

  /** Creates the document of the relay if it does not exist. */
  async #prepare(): Promise<void> {
    const { name: _id } = this.#plan;
    const $set = {
      holder: { $ifNull: ['$holder', ''] },
      until: { $ifNull: ['$until', 0] },
      resumeToken: { $ifNull: ['$resumeToken', null] },
      startsAt: { $ifNull: ['$startsAt', '$$CLUSTER_TIME'] },
    };
    await withQueryTimeout(this.#relays.updateOne({ _id }, [{ $set }], { upsert: true }));
    this.#isPrepared = true;
  }

  /** Acquires the lease and returns the document of the relay; null if another replica has the lease. */
  async #acquireLease(): Promise<RelayDocument | null> {
    const now = Date.now();
    const { name: _id } = this.#plan;
    return withQueryTimeout(
      this.#relays.findOneAndUpdate(
        { _id, $or: [{ holder: this.#holder }, { until: { $lt: now } }] },
        { $set: { holder: this.#holder, until: now + leaseMs } },
        { returnDocument: 'after' },
      ),
    );
  }

  /**
   * Stores the watermark, and the time in Unix milliseconds at which the lease ends. Returns false if another
   * replica has the lease.
   */
  async #save(until: number): Promise<boolean> {
    const { name: _id } = this.#plan;
    const $set = { until, resumeToken: this.#watermark };
    const { matchedCount } = await withQueryTimeout(
      this.#relays.updateOne({ _id, holder: this.#holder }, { $set }),
    );
    return matchedCount > 0;
  }

  async #follow({ resumeToken, startsAt }: RelayDocument): Promise<void> {
    const { name: _id, collection, pipeline, publish } = this.#plan;
    const options = {
      maxAwaitTimeMS: awaitMs,
      ...(resumeToken ? { resumeAfter: resumeToken } : { startAtOperationTime: startsAt }),
    };
    const stream = this.#connection.collection(collection).watch([...pipeline], options);
    this.#stream = stream as unknown as mongo.ChangeStream;
    this.#watermark = resumeToken;
    let renewedAt = Date.now();
    let leasedUntil = renewedAt + leaseMs;
    let isPublishing = false;
    const renewLease = async () => {
      if (this.#closed) return;
      renewedAt = Date.now();
      // Without pending changes, the relay saves the current position of the change stream, because MongoDB's
      // log may drop an older position.
      if (!isPublishing) this.#watermark = stream.resumeToken ?? this.#watermark;
      const isRenewed = await this.#save(renewedAt + leaseMs);
      leasedUntil = renewedAt + leaseMs;
      // If another replica has acquired the lease, this replica stops following changes.
      if (!isRenewed) void stream.close();
    };
    const renew = setInterval(() => {
      renewLease().catch(() => {
        if (Date.now() > leasedUntil) void stream.close();
      });
    }, renewMs);
    try {
      for await (const change of stream) {
        isPublishing = true;
        this.#pendingSince ??= timeOf(change as mongo.ChangeStreamDocument);
        await publish(change as mongo.ChangeStreamDocument);
        this.#watermark = change._id;
        isPublishing = false;
        this.#pendingSince = null;
        if (Date.now() - renewedAt > saveMs) await renewLease();
      }
    } catch (error) {
      if (!isTooOld(error)) throw error;
      this.#logger.warn({ relay: _id }, "changes are older than MongoDB's log: some were not published");
      this.#watermark = null;
      await withQueryTimeout(
        this.#relays.updateOne({ _id, holder: this.#holder }, [
          { $set: { resumeToken: null, startsAt: '$$CLUSTER_TIME' } },
        ]),
      );
    } finally {
      clearInterval(renew);
      await stream.close().catch(() => undefined);
    }
  }

  /** Ends the lease, so that another replica can continue at once. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#stream?.close().catch(() => undefined);
    if (this.#stream) await this.#save(0).catch(() => undefined);
  }
}

/** Returns whether an error reports that MongoDB's log no longer contains the position of the resume token. */
function isTooOld(error: unknown): boolean {
  return (error as { code?: number }).code === 286;
}

/** Returns the time of a change in Unix milliseconds. MongoDB before 6.0 reports whole seconds only. */
function timeOf(change: mongo.ChangeStreamDocument): number {
  const { wallTime, clusterTime } = change as { wallTime?: Date; clusterTime?: mongo.Timestamp };
  return wallTime?.getTime() ?? (clusterTime ? clusterTime.getHighBits() * 1_000 : Date.now());
}

/**
 * Hours for which MongoDB's log keeps changes (`--oplogMinRetentionHours`). A change that waits longer may be
 * lost.
 */
const keptHours = 24;

/** Reports how long the changes of a relay wait to be published. */
export class RelayWatch {
  readonly name: string;
  readonly alarm: OutboxAlarm;
  readonly #relay: ChangeRelay;

  constructor(relay: ChangeRelay, logger: Logger) {
    this.name = relay.name;
    this.#relay = relay;
    this.alarm = new OutboxAlarm(relay.name, `${keptHours} hours of MongoDB's log`, logger);
  }

  /**
   * Returns the age of the oldest pending change, and updates the alarm. `waiting` is 1 or 0: the relay does
   * not count pending changes.
   */
  async measure(): Promise<{ waiting: number; oldestSeconds: number }> {
    const { lagSeconds: oldestSeconds } = this.#relay;
    this.alarm.note(oldestSeconds / 3_600 / keptHours);
    return { waiting: oldestSeconds > 0 ? 1 : 0, oldestSeconds };
  }
}
