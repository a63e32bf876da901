import { type Model, Schema, trusted } from 'mongoose';
import { ShopKind } from '#contracts/connect.ts';
import type { BacklogState } from '#contracts/status.ts';
import { type Engine, withQueryTimeout } from '#platform/mongodb/engine.ts';
import { portions } from '#platform/woocommerce/fetch-records.ts';
import { type Item, keyOf } from './item.ts';

/** A record that must be read again. Times are Unix milliseconds. */
interface TaskDocument {
  readonly _id: string;
  readonly kind: ShopKind;
  readonly id: number;
  /** Time of the first failure. */
  readonly since: number;
  readonly due: number;
  readonly tries: number;
  readonly reason: string;
  /** Whether the record was named together with many others. Those that were named alone go first. */
  readonly bulk: boolean;
  /** How often the record was named. A record that is named while it is read must be read once more. */
  readonly named: number;
  /** The last row of the journal that names the record, for passwords; else 0. */
  readonly row: number;
}
export type Task = Omit<TaskDocument, '_id'>;

const schema = new Schema<TaskDocument>(
  {
    _id: { type: String, required: true },
    kind: { type: String, enum: ShopKind.options, required: true },
    id: { type: Number, required: true },
    since: { type: Number, required: true },
    due: { type: Number, required: true },
    tries: { type: Number, required: true },
    reason: { type: String, default: '' },
    bulk: { type: Boolean, required: true },
    named: { type: Number, required: true },
    row: { type: Number, default: 0 },
  },
  { collection: 'connect_tasks', versionKey: false, autoIndex: false },
);
schema.index({ bulk: 1, due: 1 });
schema.index({ since: 1 });

/** Seconds until a record is read again after its first, second, … failure; then always the last number. */
const pausesS = [5, 15, 60, 300, 900];
/** More records that changed at once are a burst. */
export const fewItems = 100;
/** Maximum number of characters of a reason. */
const longestReason = 500;

function dueAfter(tries: number, now: number): number {
  return now + (pausesS[Math.min(tries, pausesS.length) - 1] ?? 0) * 1_000;
}

/** Stores the records whose reading or handing on failed, until it succeeds. */
export class TaskStore {
  readonly #tasks: Model<TaskDocument>;

  constructor(engine: Engine) {
    this.#tasks = engine.connection.model<TaskDocument>('connect-task', schema);
  }

  async prepare(): Promise<void> {
    await this.#tasks.createCollection();
    await this.#tasks.createIndexes();
  }

  /** Stores that items have to be read now. Those of a burst, or of a long list, wait for single ones. */
  async add(items: readonly Item[], now: number, isBulk = items.length > fewItems): Promise<void> {
    for (const some of portions(items)) await this.#add(some, now, isBulk);
  }

  async #add(items: readonly Item[], now: number, isBulk: boolean): Promise<void> {
    const writes = items.map((item) => {
      const first = { kind: item.kind, id: item.id, since: now, tries: 0, reason: '' };
      const lane = isBulk
        ? { $setOnInsert: { ...first, bulk: true } }
        : { $setOnInsert: first, $set: { bulk: false } };
      const update = { $min: { due: now }, $inc: { named: 1 }, $max: { row: item.row ?? 0 }, ...lane };
      return { updateOne: { filter: { _id: keyOf(item) }, update, upsert: true } };
    });
    await withQueryTimeout(this.#tasks.bulkWrite(writes));
  }

  /** Stores that items failed once more. Each failure makes the pause until the next try longer. */
  async failed(items: readonly Item[], reason: string, now: number): Promise<void> {
    for (const some of portions(items)) await this.#failed(some, reason, now);
  }

  async #failed(items: readonly Item[], reason: string, now: number): Promise<void> {
    const known = await this.#tries(items);
    const writes = items.map((item) => {
      const tries = (known.get(keyOf(item)) ?? 0) + 1;
      const $set = { tries, due: dueAfter(tries, now), reason: reason.slice(0, longestReason) };
      const first = { kind: item.kind, id: item.id, since: now, bulk: true, named: 1, row: 0 };
      const update = { $set, $setOnInsert: first };
      return { updateOne: { filter: { _id: keyOf(item) }, update, upsert: true } };
    });
    await withQueryTimeout(this.#tasks.bulkWrite(writes));
  }

  /** Lets items wait for the shortest pause, though they are not the reason why they could not be read. */
  async postponed(items: readonly Item[], now: number): Promise<void> {
    const keys = { _id: trusted({ $in: items.map(keyOf) }) };
    await withQueryTimeout(this.#tasks.updateMany(keys, { $set: { due: dueAfter(1, now) } }).exec());
  }

  async #tries(items: readonly Item[]): Promise<Map<string, number>> {
    const query = this.#tasks.find({ _id: trusted({ $in: items.map(keyOf) }) });
    const found = await withQueryTimeout(query.lean<TaskDocument[]>().exec());
    return new Map(found.map(({ _id, tries }) => [_id, tries]));
  }

  /** Forgets records that are in step, unless they were named again since they were taken. */
  async done(tasks: readonly Task[]): Promise<void> {
    const writes = tasks.map((task) => ({
      deleteOne: { filter: { _id: keyOf(task), named: task.named } },
    }));
    if (writes.length > 0) await withQueryTimeout(this.#tasks.bulkWrite(writes));
  }

  /** Returns the records whose next try is due: first single ones, then, unless `onlySingle`, the longest waiting. */
  async due(now: number, limit: number, onlySingle = false): Promise<Task[]> {
    const query = { due: trusted({ $lte: now }), ...(onlySingle && { bulk: false }) };
    return this.#found(this.#tasks.find(query).sort({ bulk: 1, due: 1 }), limit);
  }

  /** Returns the records that have been waiting longest. */
  async oldest(limit: number): Promise<Task[]> {
    return this.#found(this.#tasks.find().sort({ since: 1 }), limit);
  }

  async #found(query: ReturnType<Model<TaskDocument>['find']>, limit: number): Promise<Task[]> {
    return withQueryTimeout(query.limit(limit).select({ _id: 0 }).lean<Task[]>().exec());
  }

  /** Returns, for each kind, the time since which its oldest record waits. */
  async oldestByKind(): Promise<Map<ShopKind, number>> {
    const oldest = { $group: { _id: '$kind', since: { $min: '$since' } } };
    const found = await withQueryTimeout(
      this.#tasks.aggregate<{ _id: ShopKind; since: number }>([oldest]).exec(),
    );
    return new Map(found.map(({ _id, since }) => [_id, since]));
  }

  async backlog(now: number): Promise<BacklogState> {
    const [waiting, [oldest]] = await Promise.all([
      withQueryTimeout(this.#tasks.countDocuments().exec()),
      this.oldest(1),
    ]);
    return { waiting, oldestSeconds: oldest ? Math.max(0, (now - oldest.since) / 1_000) : 0 };
  }
}
