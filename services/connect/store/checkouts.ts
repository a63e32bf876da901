import { type Model, type QueryFilter, Schema, trusted } from 'mongoose';
import { CheckoutState, type DifferenceCause, type HandedCart } from '#contracts/checkouts.ts';
import type { Person } from '#contracts/erasure.ts';
import type { CheckoutEventType } from '#contracts/events.ts';
import { type Engine, isDuplicate, withQueryTimeout } from '#platform/mongodb/engine.ts';

/** An event that is not published yet. */
interface PendingEvent {
  readonly id: string;
  readonly type: CheckoutEventType;
  readonly at: number;
  readonly state: CheckoutState;
  readonly order: number | null;
}

/** A checkout as stored. Times are Unix milliseconds, amounts minor units. */
export interface CheckoutDocument {
  readonly _id: string;
  /** The cart and its revision while they may have no other checkout; null afterwards. */
  readonly open: string | null;
  /** Digest of the cart's key. */
  readonly cart: string;
  readonly revision: number;
  /** The cart's key, until what was ordered is out of the cart. */
  readonly cartKey: string | null;
  readonly account: number | null;
  /** The e-mail addresses of the account and of the invoice, in lower case, by which a person is erased. */
  readonly emails: readonly string[];
  /** The account with its e-mail address: the order is that of WooCommerce's customer who has both. Null for a guest. */
  readonly customer: { readonly id: number; readonly email: string } | null;
  readonly state: CheckoutState;
  /** Grows with every change, so that of two changes at the same time one is made again. */
  readonly version: number;
  readonly begunAt: number;
  readonly changedAt: number;
  readonly expiresAt: number;
  /** Digests of the idempotency keys that began or found this checkout, with those of their requests. */
  readonly onces: readonly { readonly key: string; readonly digest: string }[];
  /** Links: digests of their tokens, and of the names of the browsers that have opened them. */
  readonly tokens: readonly {
    readonly digest: string;
    readonly until: number;
    readonly browser: string | null;
  }[];
  /** What the plugin fills into WooCommerce; null once it is not needed any more. */
  readonly handed: HandedCart | null;
  readonly lines: number;
  readonly returnUrl: string;
  readonly total: number;
  readonly currency: string;
  readonly minorUnit: number;
  readonly difference: { readonly total: number; readonly cause: DifferenceCause } | null;
  readonly order: number | null;
  readonly orderStatus: string;
  /** Whether the ordered quantities are out of the cart. */
  readonly taken: boolean;
  /** The time of the next look at the order; null if nothing can change any more. */
  readonly askAt: number | null;
  readonly trouble: string;
  readonly events: readonly PendingEvent[];
  /** The time of the oldest of `events`; null if there is none. */
  readonly unpublishedSince: number | null;
  readonly removeAt: Date;
}
/** What a change may set. */
export type CheckoutChange = Partial<Omit<CheckoutDocument, '_id' | 'version' | 'cart' | 'revision'>>;

const dayMs = 86_400_000;
/** Milliseconds for which a checkout is stored after it began. */
export const keptMs = 90 * dayMs;

const mixed = { type: Schema.Types.Mixed };
const schema = new Schema<CheckoutDocument>(
  {
    _id: { type: String, required: true },
    open: { type: String, default: null },
    cart: { type: String, required: true },
    revision: { type: Number, required: true },
    cartKey: { type: String, default: null },
    account: { type: Number, default: null },
    emails: { type: [String], required: true },
    customer: { ...mixed, default: null },
    state: { type: String, enum: CheckoutState.options, required: true },
    version: { type: Number, required: true },
    begunAt: { type: Number, required: true },
    changedAt: { type: Number, required: true },
    expiresAt: { type: Number, required: true },
    onces: mixed,
    tokens: mixed,
    handed: { ...mixed, default: null },
    lines: { type: Number, required: true },
    returnUrl: { type: String, default: '' },
    total: { type: Number, required: true },
    currency: { type: String, required: true },
    minorUnit: { type: Number, required: true },
    difference: { ...mixed, default: null },
    order: { type: Number, default: null },
    orderStatus: { type: String, default: '' },
    taken: { type: Boolean, required: true },
    askAt: { type: Number, default: null },
    trouble: { type: String, default: '' },
    events: mixed,
    unpublishedSince: { type: Number, default: null },
    removeAt: { type: Date, required: true },
  },
  // Without `minimize`, empty objects would be missing when they are read again.
  { collection: 'checkouts', versionKey: false, autoIndex: false, minimize: false },
);
const ofTexts = { partialFilterExpression: { open: { $type: 'string' } } };
schema.index({ open: 1 }, { unique: true, ...ofTexts });
schema.index({ cart: 1, begunAt: -1 });
schema.index({ 'tokens.digest': 1 });
schema.index({ askAt: 1 }, { partialFilterExpression: { askAt: { $type: 'number' } } });
schema.index({ order: 1 }, { partialFilterExpression: { order: { $type: 'number' } } });
schema.index({ account: 1, begunAt: -1 }, { partialFilterExpression: { account: { $type: 'number' } } });
schema.index({ emails: 1 });
schema.index({ unpublishedSince: 1 }, { partialFilterExpression: { unpublishedSince: { $type: 'number' } } });
schema.index({ state: 1, begunAt: -1 });
schema.index({ removeAt: 1 }, { expireAfterSeconds: 0 });

/** Checkouts in MongoDB. Every write is on the disks of most nodes before it counts. */
export class CheckoutStore {
  readonly #checkouts: Model<CheckoutDocument>;

  constructor(engine: Engine) {
    this.#checkouts = engine.connection.model<CheckoutDocument>('checkout', schema);
  }

  async prepare(): Promise<void> {
    await this.#checkouts.createCollection();
    await this.#checkouts.createIndexes();
  }

  /** Stores a new checkout. Returns false if the cart and revision have an open one. */
  async add(checkout: CheckoutDocument): Promise<boolean> {
    try {
      await withQueryTimeout(this.#checkouts.create(checkout));
      return true;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }

  /** Stores a change of a checkout as it was found. Returns null if it has changed since. */
  async change(found: CheckoutDocument, change: CheckoutChange): Promise<CheckoutDocument | null> {
    const { _id, version } = found;
    const update = { $set: change, $inc: { version: 1 } };
    const changed = this.#checkouts.findOneAndUpdate({ _id, version }, update, { returnDocument: 'after' });
    return withQueryTimeout(changed.lean<CheckoutDocument>().exec());
  }

  read(id: string): Promise<CheckoutDocument | null> {
    return this.#one({ _id: id });
  }

  ofToken(digest: string): Promise<CheckoutDocument | null> {
    return this.#one({ 'tokens.digest': digest });
  }

  ofOrder(order: number): Promise<CheckoutDocument | null> {
    return this.#one({ order });
  }

  /** Returns the checkout of a cart that a request with this idempotency key began or found. */
  ofOnce(cart: string, key: string): Promise<CheckoutDocument | null> {
    return this.#one({ cart, 'onces.key': key });
  }

  /** Returns the newest checkouts of a cart. */
  ofCart(cart: string): Promise<CheckoutDocument[]> {
    return this.#some({ cart }, { begunAt: -1 }, 20);
  }

  /** Returns the newest checkouts of an account that have an order. */
  boughtBy(account: number): Promise<CheckoutDocument[]> {
    return this.#some({ account, order: trusted({ $ne: null }) }, { begunAt: -1 }, 100);
  }

  /** Returns the checkouts whose next look is due. */
  due(now: number, limit: number): Promise<CheckoutDocument[]> {
    return this.#some({ askAt: trusted({ $lte: now }) }, { askAt: 1 }, limit);
  }

  /** Returns the checkouts with events that are not published. */
  unpublished(limit: number): Promise<CheckoutDocument[]> {
    return this.#some({ unpublishedSince: trusted({ $gt: 0 }) }, { unpublishedSince: 1 }, limit);
  }

  /** Forgets events that are published, except for those of checkouts that have changed meanwhile: they come again. */
  async published(checkouts: readonly CheckoutDocument[]): Promise<void> {
    const update = { $set: { events: [], unpublishedSince: null }, $inc: { version: 1 } };
    const writes = checkouts.map(({ _id, version }) => ({ updateOne: { filter: { _id, version }, update } }));
    await withQueryTimeout(this.#checkouts.bulkWrite(writes));
  }

  /** Returns when the oldest checkout began that waits for its order; null if none does. */
  async oldestOpen(): Promise<number | null> {
    const state = trusted({ $in: ['begun', 'handed-over'] satisfies CheckoutState[] });
    const [oldest] = await this.#some({ state }, { begunAt: 1 }, 1);
    return oldest?.begunAt ?? null;
  }

  async page(
    state: CheckoutState | null,
    page: number,
    perPage: number,
  ): Promise<{ checkouts: CheckoutDocument[]; total: number }> {
    const filter: QueryFilter<CheckoutDocument> = state === null ? {} : { state };
    const query = this.#checkouts.find(filter).sort({ begunAt: -1 });
    const [checkouts, total] = await Promise.all([
      withQueryTimeout(
        query
          .skip((page - 1) * perPage)
          .limit(perPage)
          .lean<CheckoutDocument[]>()
          .exec(),
      ),
      withQueryTimeout(this.#checkouts.countDocuments(filter).exec()),
    ]);
    return { checkouts, total };
  }

  /** Deletes the checkouts of a person, and returns their number. */
  async erase({ account, emails }: Person): Promise<number> {
    const filter = { $or: [{ account }, { emails: trusted({ $in: emails }) }] };
    const { deletedCount } = await withQueryTimeout(this.#checkouts.deleteMany(filter).exec());
    return deletedCount;
  }

  #one(filter: QueryFilter<CheckoutDocument>): Promise<CheckoutDocument | null> {
    return withQueryTimeout(this.#checkouts.findOne(filter).lean<CheckoutDocument>().exec());
  }

  #some(
    filter: QueryFilter<CheckoutDocument>,
    sort: Record<string, 1 | -1>,
    limit: number,
  ): Promise<CheckoutDocument[]> {
    return withQueryTimeout(
      this.#checkouts.find(filter).sort(sort).limit(limit).lean<CheckoutDocument[]>().exec(),
    );
  }
}
