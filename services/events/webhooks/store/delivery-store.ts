import { type Model, Schema, trusted } from 'mongoose';
import type { BacklogState } from '#contracts/status.ts';
import type { Delivery, DeliveryState } from '#contracts/webhooks.ts';
import { type Engine, isDuplicate, withQueryTimeout } from '#platform/mongodb/engine.ts';

const dayMs = 86_400_000;
/**
 * Milliseconds for which a delivery is stored after its last change. A successful delivery is stored longer
 * than the stream stores its event. So an event that is read twice is delivered only once.
 */
const keptMs = { delivered: 8 * dayMs, else: 30 * dayMs };
/** The maximum count of deliveries. Counting stops at this number. */
const maxCounted = 100_000;
/** Maximum number of deliveries that one command changes or deletes, so that each command is short. */
const batchSize = 1_000;
/**
 * Write concern for the results of deliveries. Results do not wait for the disk, because a lost result only
 * causes one more try.
 */
const resultWrites = { writeConcern: { w: 1, journal: false } } as const;
/**
 * Read concern of all reads of deliveries. With `local`, a read sees the results that `resultWrites` has just
 * stored.
 */
const newest = 'local';

/** A delivery as MongoDB stores it. The body is stored, so that every try sends the same bytes. */
interface DeliveryDocument {
  readonly _id: string;
  readonly webhook: string;
  readonly event: string;
  readonly type: string;
  readonly body: string;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly createdAt: number;
  readonly nextAt: number | null;
  readonly deliveredAt: number | null;
  readonly status: number | null;
  readonly problem: string;
  /** When MongoDB removes the delivery. */
  readonly removeAt: Date;
}

const schema = new Schema<DeliveryDocument>(
  {
    _id: { type: String, required: true },
    webhook: { type: String, required: true },
    event: { type: String, required: true },
    type: { type: String, required: true },
    body: { type: String, required: true },
    state: { type: String, required: true },
    attempts: { type: Number, required: true },
    createdAt: { type: Number, required: true },
    nextAt: { type: Number, default: null },
    deliveredAt: { type: Number, default: null },
    status: { type: Number, default: null },
    problem: { type: String, default: '' },
    removeAt: { type: Date, required: true },
  },
  { collection: 'webhook_deliveries', versionKey: false, autoIndex: false },
);
// This index finds the due deliveries of a webhook. The index is small, because it has only deliveries with
// the state `waiting`.
schema.index({ webhook: 1, nextAt: 1 }, { partialFilterExpression: { state: 'waiting' } });
schema.index({ webhook: 1, state: 1, createdAt: -1, _id: -1 });
schema.index({ webhook: 1, createdAt: -1, _id: -1 });
schema.index({ removeAt: 1 }, { expireAfterSeconds: 0 });

/** A new delivery. Its id is derived from the webhook and the event. */
export type NewDelivery = Pick<DeliveryDocument, 'webhook' | 'event' | 'type' | 'body'> & {
  readonly id: string;
  readonly at: number;
};

/** A delivery that is due. */
export type DueDelivery = Pick<DeliveryDocument, '_id' | 'webhook' | 'body' | 'attempts' | 'event' | 'type'>;

/** The result of a try. */
export interface TryResult {
  readonly status: number | null;
  /** Why the try failed; empty when the receiver accepted the delivery. */
  readonly problem: string;
}

function deliveryOf({ _id: id, body: _body, removeAt: _removeAt, ...rest }: DeliveryDocument): Delivery {
  return { id, ...rest };
}

/**
 * Returns a filter that matches a delivery while this replica's lease is valid. A later lease or a replay
 * changes `attempts`, so the filter no longer matches.
 */
function stillLeased({ _id, attempts }: DueDelivery) {
  return { _id, state: 'waiting' as const, attempts };
}

/**
 * Stores deliveries in MongoDB: one delivery for each event and each webhook that subscribes to the event. Replicas
 * share the work: the replica that leases a delivery sends this delivery.
 */
export class DeliveryStore {
  readonly #deliveries: Model<DeliveryDocument>;

  constructor(engine: Engine) {
    this.#deliveries = engine.connection.model<DeliveryDocument>('webhook_delivery', schema);
  }

  /** Creates missing collections and indexes. */
  async prepare(): Promise<void> {
    await this.#deliveries.createCollection();
    await this.#deliveries.createIndexes();
  }

  /** Stores new deliveries, which are due at once. Deliveries that exist already do not change. */
  async add(created: readonly NewDelivery[]): Promise<void> {
    if (created.length === 0) return;
    const documents = created.map(({ id: _id, at, ...rest }) => ({
      ...{ _id, ...rest, state: 'waiting' as const, attempts: 0, createdAt: at, nextAt: at },
      ...{ deliveredAt: null, status: null, problem: '', removeAt: new Date(at + keptMs.else) },
    }));
    try {
      await withQueryTimeout(this.#deliveries.insertMany(documents, { ordered: false, lean: true }));
    } catch (error) {
      // The insert is unordered, so MongoDB has stored the new deliveries despite the duplicates.
      if (!isDuplicate(error)) throw error;
    }
  }

  /** Leases a due delivery of a webhook for `leaseMs` milliseconds. Returns null if no delivery is due. */
  async lease(webhook: string, now: number, leaseMs: number): Promise<DueDelivery | null> {
    return withQueryTimeout(
      this.#deliveries
        .findOneAndUpdate(
          { webhook, state: 'waiting', nextAt: trusted({ $lte: now }) },
          { $set: { nextAt: now + leaseMs }, $inc: { attempts: 1 } },
          { sort: { nextAt: 1 }, returnDocument: 'after', ...resultWrites },
        )
        .lean<DeliveryDocument>()
        .exec(),
    );
  }

  async delivered(due: DueDelivery, { status }: TryResult, now: number): Promise<void> {
    const over = { state: 'delivered', nextAt: null, deliveredAt: now, status, problem: '' };
    const removeAt = new Date(now + keptMs.delivered);
    await withQueryTimeout(
      this.#deliveries.updateOne(stillLeased(due), { $set: { ...over, removeAt } }, resultWrites).exec(),
    );
  }

  /**
   * Stores a failed try. The next try is due after `pause` milliseconds. If `pause` is null, the delivery is
   * dead.
   */
  async failed(
    due: DueDelivery,
    { status, problem }: TryResult,
    now: number,
    pause: number | null,
  ): Promise<void> {
    const next = pause === null ? { state: 'dead', nextAt: null } : { nextAt: now + pause };
    const removeAt = new Date(now + keptMs.else);
    await withQueryTimeout(
      this.#deliveries
        .updateOne(stillLeased(due), { $set: { status, problem, removeAt, ...next } }, resultWrites)
        .exec(),
    );
  }

  /** Returns a page of deliveries, newest first, and the number of deliveries on all pages, counted up to 100,000. */
  async list(
    webhook: string,
    state: DeliveryState | null,
    page: { readonly skip: number; readonly limit: number },
  ): Promise<{ deliveries: Delivery[]; total: number }> {
    const filter = { webhook, ...(state && { state }) };
    const found = this.#deliveries
      .find(filter)
      .readConcern(newest)
      .sort({ createdAt: -1, _id: -1 })
      .skip(page.skip)
      .limit(page.limit)
      .lean<DeliveryDocument[]>()
      .exec();
    const [deliveries, total] = await Promise.all([withQueryTimeout(found), this.#count(filter)]);
    return { deliveries: deliveries.map(deliveryOf), total };
  }

  /** Counts the deliveries of `webhook` that have the state `state`, up to 100,000. */
  count(webhook: string, state: DeliveryState): Promise<number> {
    return this.#count({ webhook, state });
  }

  /**
   * Returns how many deliveries of these webhooks are waiting, and the age of the oldest waiting delivery in seconds.
   * `now` is in Unix milliseconds.
   */
  async backlog(webhooks: readonly string[], now: number): Promise<BacklogState> {
    const each = webhooks.map((webhook) =>
      Promise.all([this.count(webhook, 'waiting'), this.#oldestPending(webhook)]),
    );
    const found = await Promise.all(each);
    const oldest = Math.min(now, ...found.map(([, createdAt]) => createdAt ?? now));
    return { waiting: found.reduce((sum, [count]) => sum + count, 0), oldestSeconds: (now - oldest) / 1_000 };
  }

  async #oldestPending(webhook: string): Promise<number | null> {
    const found = this.#deliveries
      .findOne({ webhook, state: 'waiting' }, { createdAt: 1 })
      .readConcern(newest)
      .sort({ createdAt: 1, _id: 1 })
      .lean<{ createdAt: number }>()
      .exec();
    return (await withQueryTimeout(found))?.createdAt ?? null;
  }

  #count(filter: { webhook: string; state?: DeliveryState }): Promise<number> {
    return withQueryTimeout(
      this.#deliveries.countDocuments(filter, { limit: maxCounted }).readConcern(newest).exec(),
    );
  }

  /**
   * Makes a delivery due now, whatever its state is, and sets its number of tries to 0. Returns false if the webhook
   * has no delivery with this id.
   */
  async replay(webhook: string, id: string, now: number): Promise<boolean> {
    const { matchedCount } = await withQueryTimeout(
      this.#deliveries.updateOne({ _id: id, webhook }, { $set: replayed(now) }).exec(),
    );
    return matchedCount === 1;
  }

  /**
   * Makes up to 1,000 dead deliveries of a webhook due now, and sets their numbers of tries to 0. Returns how many
   * deliveries became due; 0 if no delivery is dead.
   */
  async replayDead(webhook: string, now: number): Promise<number> {
    const ids = await this.#some({ webhook, state: 'dead' });
    const { matchedCount } = await withQueryTimeout(
      this.#deliveries
        .updateMany({ _id: trusted({ $in: ids }), state: 'dead' }, { $set: replayed(now) })
        .exec(),
    );
    return matchedCount;
  }

  /** Deletes all deliveries of a webhook. */
  async deleteOf(webhook: string): Promise<void> {
    for (;;) {
      const ids = await this.#some({ webhook });
      if (ids.length === 0) return;
      await withQueryTimeout(this.#deliveries.deleteMany({ _id: trusted({ $in: ids }) }).exec());
    }
  }

  async #some(filter: { webhook: string; state?: DeliveryState }): Promise<string[]> {
    const found = this.#deliveries
      .find(filter, { _id: 1 })
      .readConcern(newest)
      .limit(batchSize)
      .lean<{ _id: string }[]>()
      .exec();
    return (await withQueryTimeout(found)).map(({ _id }) => _id);
  }
}

function replayed(now: number) {
  const removeAt = new Date(now + keptMs.else);
  return { state: 'waiting' as const, attempts: 0, nextAt: now, deliveredAt: null, removeAt };
}
