import { type Model, Schema, trusted } from 'mongoose';
import type { Delivery, DeliveryState } from '#contracts/webhooks.ts';
import { answered, type Engine, isDuplicate } from '#platform/mongodb/engine.ts';

/** How long a delivery is kept that is over. Seconds. */
const keptSeconds = 30 * 86_400;

/** A delivery as it is kept, with the bytes that are sent: the same ones at each try. */
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
  /** MongoDB removes it a while after. Absent while it waits. */
  readonly overAt?: Date;
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
    overAt: { type: Date, default: undefined },
  },
  { collection: 'webhook_deliveries', versionKey: false, autoIndex: false },
);
schema.index({ webhook: 1, event: 1 }, { unique: true });
schema.index({ state: 1, nextAt: 1 });
schema.index({ webhook: 1, state: 1, createdAt: -1 });
schema.index({ webhook: 1, createdAt: -1 });
schema.index({ overAt: 1 }, { expireAfterSeconds: keptSeconds });

/** What a new delivery is made of. */
export type NewDelivery = Pick<DeliveryDocument, 'webhook' | 'event' | 'type' | 'body'> & {
  readonly id: string;
  readonly at: number;
};

/** A delivery whose turn it is. */
export type Due = Pick<DeliveryDocument, '_id' | 'webhook' | 'body' | 'attempts' | 'event' | 'type'>;

/** How a try went. */
export interface Tried {
  readonly status: number | null;
  /** Empty when the receiver took it. */
  readonly problem: string;
}

function deliveryOf({ _id: id, body: _body, overAt: _over, ...rest }: DeliveryDocument): Delivery {
  return { id, ...rest };
}

/** Leaves out what goes to these webhooks. */
function otherThan(busy: readonly string[]) {
  return busy.length === 0 ? {} : { webhook: trusted({ $nin: [...busy] }) };
}

/** Deliveries in MongoDB: each event once for each webhook, tried by whichever replica claims it. */
export class DeliveryStore {
  readonly #deliveries: Model<DeliveryDocument>;

  constructor(engine: Engine) {
    this.#deliveries = engine.connection.model<DeliveryDocument>('webhook_delivery', schema);
  }

  /** Makes the collection and indexes that are missing. */
  async prepare(): Promise<void> {
    await this.#deliveries.createCollection();
    await this.#deliveries.createIndexes();
  }

  /** Keeps deliveries that are due at once; one of the same event and webhook stays as it is. */
  async add(made: readonly NewDelivery[]): Promise<void> {
    if (made.length === 0) return;
    const documents = made.map(({ id: _id, at, ...rest }) => ({
      ...{ _id, ...rest, state: 'waiting' as const, attempts: 0, createdAt: at, nextAt: at },
      ...{ deliveredAt: null, status: null, problem: '' },
    }));
    try {
      await answered(this.#deliveries.insertMany(documents, { ordered: false }));
    } catch (error) {
      // Unordered: those that were not there are kept all the same.
      if (!isDuplicate(error)) throw error;
    }
  }

  /** Takes one whose turn it is and gives it to nobody else for a while; null when there is none. */
  async claim(now: number, leaseMs: number, busy: readonly string[]): Promise<Due | null> {
    return answered(
      this.#deliveries
        .findOneAndUpdate(
          { state: 'waiting', nextAt: trusted({ $lte: now }), ...otherThan(busy) },
          { $set: { nextAt: now + leaseMs }, $inc: { attempts: 1 } },
          { sort: { nextAt: 1 }, returnDocument: 'after' },
        )
        .lean<DeliveryDocument>()
        .exec(),
    );
  }

  /** When the next one is due of webhooks that are not busy, in Unix milliseconds; null when none waits. */
  async nextDue(busy: readonly string[]): Promise<number | null> {
    const found = await answered(
      this.#deliveries
        .findOne({ state: 'waiting', ...otherThan(busy) }, { nextAt: 1 })
        .sort({ nextAt: 1 })
        .lean<Pick<DeliveryDocument, 'nextAt'>>()
        .exec(),
    );
    return found?.nextAt ?? null;
  }

  async delivered(id: string, { status }: Tried, now: number): Promise<void> {
    const over = {
      state: 'delivered',
      nextAt: null,
      deliveredAt: now,
      status,
      problem: '',
      overAt: new Date(now),
    };
    await answered(this.#deliveries.updateOne({ _id: id }, { $set: over }).exec());
  }

  /** To be tried again at `nextAt`; null when it has been tried as often as it is. */
  async failed(id: string, { status, problem }: Tried, nextAt: number | null, now: number): Promise<void> {
    const over = nextAt === null ? { state: 'dead', overAt: new Date(now) } : {};
    await answered(
      this.#deliveries.updateOne({ _id: id }, { $set: { status, problem, nextAt, ...over } }).exec(),
    );
  }

  /** The newest first, and how many there are. */
  async list(
    webhook: string,
    state: DeliveryState | null,
    page: { readonly skip: number; readonly limit: number },
  ): Promise<{ deliveries: Delivery[]; total: number }> {
    const filter = { webhook, ...(state && { state }) };
    const [found, total] = await Promise.all([
      answered(
        this.#deliveries
          .find(filter)
          .sort({ createdAt: -1 })
          .skip(page.skip)
          .limit(page.limit)
          .lean<DeliveryDocument[]>()
          .exec(),
      ),
      answered(this.#deliveries.countDocuments(filter).exec()),
    ]);
    return { deliveries: found.map(deliveryOf), total };
  }

  async count(webhook: string, state: DeliveryState): Promise<number> {
    return answered(this.#deliveries.countDocuments({ webhook, state }).exec());
  }

  /** Has some tried from now on as if for the first time: one, or all dead ones of a webhook. How many those are. */
  async replay(webhook: string, id: string | null, now: number): Promise<number> {
    const filter = { webhook, ...(id === null ? { state: 'dead' as const } : { _id: id }) };
    const again = { state: 'waiting' as const, attempts: 0, nextAt: now, deliveredAt: null };
    const { modifiedCount } = await answered(
      this.#deliveries.updateMany(filter, { $set: again, $unset: { overAt: 1 } }).exec(),
    );
    return modifiedCount;
  }

  async deleteOf(webhook: string): Promise<void> {
    await answered(this.#deliveries.deleteMany({ webhook }).exec());
  }
}
