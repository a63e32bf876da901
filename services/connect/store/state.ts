import { type Model, Schema, trusted } from 'mongoose';
import type { Comparison, ConnectMode, ShopKind } from '#contracts/connect.ts';
import { type Engine, isDuplicate, withQueryTimeout } from '#platform/mongodb/engine.ts';

/** The last row of the journal that is known, and the time of the shop's answer about it, in Unix seconds of its clock. */
export interface JournalPosition {
  readonly after: number;
  readonly stamp: number;
  readonly clock: number;
}

/** What is remembered about the connection, by name. Times are Unix milliseconds. */
interface Remembered {
  /** The last row of the shop's journal up to which everything is handed on. */
  readonly journal: JournalPosition;
  readonly mode: ConnectMode;
  readonly pausedSince: number | null;
  /** For each kind, the time at which the shop and this system were last in step. */
  readonly inStep: Partial<Record<ShopKind, number>>;
  /** Why the shop could not be asked the last time; empty if it answered. */
  readonly failure: string;
  /** A comparison that was asked for and has not begun. */
  readonly wanted: { readonly asked: number; readonly apply: boolean } | null;
  /** The last comparison, also while it runs. */
  readonly comparison: Comparison;
  /** The time up to which changes were read by their dates, in Unix seconds of the shop's clock. */
  readonly readUntil: number;
  /**
   * For each kind, the ids that the shop's complete lists lack, each with the time of the first such list. What the
   * shop lacks for a while is removed here.
   */
  readonly missing: Partial<Record<ShopKind, readonly (readonly [id: number, since: number])[]>>;
}
type Name = keyof Remembered;

/** Some of these members; null for one that is not stored. */
export type Known<N extends Name> = { readonly [K in N]: Remembered[K] | null };

interface StateDocument {
  readonly _id: Name | 'lease';
  readonly value: unknown;
  readonly holder?: string;
  readonly until?: number;
}

const stateSchema = new Schema<StateDocument>(
  {
    _id: { type: String, required: true },
    value: { type: Schema.Types.Mixed },
    holder: { type: String },
    until: { type: Number },
  },
  // Without `minimize`, empty objects would be missing when they are read again.
  { collection: 'connect_state', versionKey: false, autoIndex: false, minimize: false },
);

/** Remembers in MongoDB what the replicas of connect share: who leads, and how far the shop is read. */
export class ConnectState {
  readonly #state: Model<StateDocument>;

  constructor(engine: Engine) {
    this.#state = engine.connection.model<StateDocument>('connect-state', stateSchema);
  }

  async prepare(): Promise<void> {
    await this.#state.createCollection();
  }

  /** Makes `holder` the leader until a time, unless another replica leads. Returns whether `holder` leads. */
  async lead(holder: string, now: number, until: number): Promise<boolean> {
    const isFree = { _id: 'lease' as const, $or: [{ holder }, { until: trusted({ $lt: now }) }] };
    const update = this.#state.updateOne(isFree, { $set: { holder, until } }, { upsert: true }).exec();
    try {
      const { matchedCount, upsertedCount } = await withQueryTimeout(update);
      return matchedCount + upsertedCount > 0;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }

  /** Lets another replica lead at once. */
  async resign(holder: string): Promise<void> {
    await withQueryTimeout(this.#state.updateOne({ _id: 'lease', holder }, { $set: { until: 0 } }).exec());
  }

  async read<N extends Name>(name: N): Promise<Remembered[N] | null> {
    return (await this.readAll(name))[name];
  }

  /** Reads several members with one query. */
  async readAll<N extends Name>(...names: readonly N[]): Promise<Known<N>> {
    const query = this.#state.find({ _id: trusted({ $in: names }) });
    const found = await withQueryTimeout(query.lean<StateDocument[]>().exec());
    const values = new Map(found.map(({ _id, value }) => [_id, value]));
    const members = names.map((name) => [name, values.get(name) ?? null]);
    return Object.fromEntries(members) as Known<N>;
  }

  async write<N extends Name>(name: N, value: Remembered[N]): Promise<void> {
    await withQueryTimeout(
      this.#state.updateOne({ _id: name }, { $set: { value } }, { upsert: true }).exec(),
    );
  }

  /** Removes a comparison that has begun, unless another one was asked for meanwhile. */
  async begun(asked: number): Promise<void> {
    const update = { $set: { value: null } };
    await withQueryTimeout(this.#state.updateOne({ _id: 'wanted', 'value.asked': asked }, update).exec());
  }
}
