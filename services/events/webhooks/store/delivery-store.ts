import { type Model, Schema, trusted } from 'mongoose';
import type { BacklogState } from '#contracts/status.ts';
import type { Delivery, DeliveryState } from '#contracts/webhooks.ts';
import { answered, type Engine, isDuplicate } from '#platform/mongodb/engine.ts';

const dayMs = 86_400_000;
/**
 * How long a delivery is stored after its last change. A delivered one is stored longer than its event stays in the
 * stream, so that an event that is read again is recognised.
 */
const keptMs = { delivered: 8 * dayMs, else: 30 * dayMs };
/** Counting stops here. */
const mostCounted = 100_000;
/** The batch size of changes and deletions, so that each is short. */
const step = 1_000;
/**
 * Results of deliveries do not wait for the disk, unlike new deliveries: if MongoDB loses a result, the delivery is
 * sent once more. Reads see it at once.
 */
const quick = { writeConcern: { w: 1, journal: false } } as const;
const newest = 'local';

/** A delivery as stored, with its body: the same bytes for each attempt. */
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
  /** When MongoDB removes it. */
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
// Due deliveries by webhook. The index contains only pending ones, so that it stays small.
schema.index({ webhook: 1, nextAt: 1 }, { partialFilterExpression: { state: 'waiting' } });
schema.index({ webhook: 1, state: 1, createdAt: -1, _id: -1 });
schema.index({ webhook: 1, createdAt: -1, _id: -1 });
schema.index({ removeAt: 1 }, { expireAfterSeconds: 0 });

/** A new delivery. Its id is derived from webhook and event. */
export type NewDelivery = Pick<DeliveryDocument, 'webhook' | 'event' | 'type' | 'body'> & {
  readonly id: string;
  readonly at: number;
};

/** A delivery that is due. */
export type Due = Pick<DeliveryDocument, '_id' | 'webhook' | 'body' | 'attempts' | 'event' | 'type'>;

/** The result of an attempt. */
export interface Tried {
  readonly status: number | null;
  /** Empty when the receiver accepted it. */
  readonly problem: string;
}

function deliveryOf({ _id: id, body: _body, removeAt: _removeAt, ...rest }: DeliveryDocument): Delivery {
  return { id, ...rest };
}

/** Returns a filter that matches a delivery only as it was claimed, not after another claim, replay or deletion. */
function asClaimed({ _id, attempts }: Due) {
  return { _id, state: 'waiting' as const, attempts };
}

/** Deliveries in MongoDB: each event once for each webhook, sent by the replica that claims it. */
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

  /** Stores deliveries that are due at once. Existing ones do not change. */
  async add(made: readonly NewDelivery[]): Promise<void> {
    if (made.length === 0) return;
    const documents = made.map(({ id: _id, at, ...rest }) => ({
      ...{ _id, ...rest, state: 'waiting' as const, attempts: 0, createdAt: at, nextAt: at },
      ...{ deliveredAt: null, status: null, problem: '', removeAt: new Date(at + keptMs.else) },
    }));
    try {
      await answered(this.#deliveries.insertMany(documents, { ordered: false, lean: true }));
    } catch (error) {
      // The insert is unordered: new deliveries are stored despite duplicates.
      if (!isDuplicate(error)) throw error;
    }
  }

  /** Claims a due delivery of a webhook for `leaseMs`; returns null when none is due. */
  async claim(webhook: string, now: number, leaseMs: number): Promise<Due | null> {
    return answered(
      this.#deliveries
        .findOneAndUpdate(
          { webhook, state: 'waiting', nextAt: trusted({ $lte: now }) },
          { $set: { nextAt: now + leaseMs }, $inc: { attempts: 1 } },
          { sort: { nextAt: 1 }, returnDocument: 'after', ...quick },
        )
        .lean<DeliveryDocument>()
        .exec(),
    );
  }

  async delivered(due: Due, { status }: Tried, now: number): Promise<void> {
    const over = { state: 'delivered', nextAt: null, deliveredAt: now, status, problem: '' };
    const removeAt = new Date(now + keptMs.delivered);
    await answered(this.#deliveries.updateOne(asClaimed(due), { $set: { ...over, removeAt } }, quick).exec());
  }

  /** Records a failure. The next attempt follows after `pause` milliseconds; with null the delivery is dead. */
  async failed(due: Due, { status, problem }: Tried, now: number, pause: number | null): Promise<void> {
    const next = pause === null ? { state: 'dead', nextAt: null } : { nextAt: now + pause };
    const removeAt = new Date(now + keptMs.else);
    await answered(
      this.#deliveries
        .updateOne(asClaimed(due), { $set: { status, problem, removeAt, ...next } }, quick)
        .exec(),
    );
  }

  /** Returns a page, newest first, and the number of all, counted up to 100,000. */
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
    const [deliveries, total] = await Promise.all([answered(found), this.#count(filter)]);
    return { deliveries: deliveries.map(deliveryOf), total };
  }

  /** Counts the deliveries of a webhook in a state, up to 100,000. */
  count(webhook: string, state: DeliveryState): Promise<number> {
    return this.#count({ webhook, state });
  }

  /** Returns how many deliveries of these webhooks are pending, and since when. `now` in Unix milliseconds. */
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
    return (await answered(found))?.createdAt ?? null;
  }

  #count(filter: { webhook: string; state?: DeliveryState }): Promise<number> {
    return answered(
      this.#deliveries.countDocuments(filter, { limit: mostCounted }).readConcern(newest).exec(),
    );
  }

  /** Starts the attempts of a delivery again, whatever its state. Returns whether it exists. */
  async replay(webhook: string, id: string, now: number): Promise<boolean> {
    const { matchedCount } = await answered(
      this.#deliveries.updateOne({ _id: id, webhook }, { $set: again(now) }).exec(),
    );
    return matchedCount === 1;
  }

  /**
   * Starts the attempts of up to 1,000 dead deliveries of a webhook again. Returns their number, 0 when none is left.
   */
  async replayDead(webhook: string, now: number): Promise<number> {
    const ids = await this.#some({ webhook, state: 'dead' });
    const { matchedCount } = await answered(
      this.#deliveries.updateMany({ _id: trusted({ $in: ids }), state: 'dead' }, { $set: again(now) }).exec(),
    );
    return matchedCount;
  }

  /** Deletes all deliveries of a webhook. */
  async deleteOf(webhook: string): Promise<void> {
    for (;;) {
      const ids = await this.#some({ webhook });
      if (ids.length === 0) return;
      await answered(this.#deliveries.deleteMany({ _id: trusted({ $in: ids }) }).exec());
    }
  }

  async #some(filter: { webhook: string; state?: DeliveryState }): Promise<string[]> {
    const found = this.#deliveries
      .find(filter, { _id: 1 })
      .readConcern(newest)
      .limit(step)
      .lean<{ _id: string }[]>()
      .exec();
    return (await answered(found)).map(({ _id }) => _id);
  }
}

function again(now: number) {
  const removeAt = new Date(now + keptMs.else);
  return { state: 'waiting' as const, attempts: 0, nextAt: now, deliveredAt: null, removeAt };
}
