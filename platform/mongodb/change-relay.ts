import type { Connection, mongo } from 'mongoose';
import type { Logger } from '#platform/service/logger.ts';
import { answered } from './engine.ts';

/** MongoDB waits no longer for something new than the driver waits for MongoDB. Milliseconds. */
const awaitMs = 400;
/** How often the place is written down. Milliseconds. */
const saveMs = 200;
/** A replica keeps the relay for so long without saying that it still lives. Milliseconds. */
const leaseMs = 5_000;
const renewMs = 1_500;
const retryMs = 1_000;

/** Who relays, and up to where it has: one document a relay. */
interface RelayDocument {
  readonly _id: string;
  readonly holder: string;
  readonly until: number;
  readonly resumeToken: unknown;
}

/** What is relayed, and to whom. */
export interface RelayPlan {
  /** Names the relay in the collection `event_relays`. */
  readonly name: string;
  readonly collection: string;
  /** Stages of an aggregation that say which changes are of interest. */
  readonly pipeline: readonly Record<string, unknown>[];
  /** Tells of one change; resolves when it is in safe hands, since what was told is not told again. */
  tell(change: mongo.ChangeStreamDocument): Promise<void>;
}

/**
 * Tells of the changes of a collection, each at least once and in their order: one replica at a time follows MongoDB's
 * change stream, and writes down up to where it has told. What was changed while nobody followed is told later, as far
 * as MongoDB's log reaches back; where that is not far enough, the relay goes on with what is new and says so.
 */
export class ChangeRelay {
  readonly #connection: Connection;
  readonly #plan: RelayPlan;
  readonly #holder: string;
  readonly #logger: Logger;
  #closed = false;
  #stream: mongo.ChangeStream | null = null;
  /** When the change was made that is being told or could not be told, in Unix milliseconds; null when nothing waits. */
  #waitsSince: number | null = null;

  /** `holder` names this replica. */
  constructor(connection: Connection, plan: RelayPlan, holder: string, logger: Logger) {
    this.#connection = connection;
    this.#plan = plan;
    this.#holder = holder;
    this.#logger = logger;
  }

  get #relays(): mongo.Collection<RelayDocument> {
    return this.#connection.collection<RelayDocument>(
      'event_relays',
    ) as unknown as mongo.Collection<RelayDocument>;
  }

  get name(): string {
    return this.#plan.name;
  }

  /** Age in seconds of the oldest change that this replica has still to tell; 0 when there is none. */
  get waitingSeconds(): number {
    return this.#waitsSince === null ? 0 : Math.max(0, Date.now() - this.#waitsSince) / 1_000;
  }

  /** Follows whenever it is this replica's turn, until `close`. */
  async run(): Promise<void> {
    while (!this.#closed) {
      try {
        const mine = await this.#claim();
        // Another replica tells what waits.
        if (!mine) this.#waitsSince = null;
        if (mine) await this.#follow(mine.resumeToken);
      } catch (error) {
        if (!this.#closed)
          this.#logger.debug({ err: error, relay: this.#plan.name }, 'changes are not followed');
      }
      if (!this.#closed) await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }

  /** Takes the relay if nobody has it, or keeps it; null when another replica has it. */
  async #claim(): Promise<RelayDocument | null> {
    const now = Date.now();
    const { name: _id } = this.#plan;
    await answered(
      this.#relays.updateOne(
        { _id },
        { $setOnInsert: { holder: '', until: 0, resumeToken: null } },
        { upsert: true },
      ),
    );
    return answered(
      this.#relays.findOneAndUpdate(
        { _id, $or: [{ holder: this.#holder }, { until: { $lt: now } }] },
        { $set: { holder: this.#holder, until: now + leaseMs } },
        { returnDocument: 'after' },
      ),
    );
  }

  /** Another replica need not wait until the lease is over. */
  async #release(): Promise<void> {
    const { name: _id } = this.#plan;
    await answered(this.#relays.updateOne({ _id, holder: this.#holder }, { $set: { until: 0 } }));
  }

  async #follow(resumeToken: unknown): Promise<void> {
    const { name: _id, collection, pipeline, tell } = this.#plan;
    const options = {
      maxAwaitTimeMS: awaitMs,
      ...(resumeToken ? { resumeAfter: resumeToken } : {}),
    };
    const stream = this.#connection.collection(collection).watch([...pipeline], options);
    this.#stream = stream as unknown as mongo.ChangeStream;
    let renewedAt = Date.now();
    let saved = { place: resumeToken, at: 0 };
    let told = resumeToken;
    let telling = false;
    const save = async () => {
      // While nothing is being told, MongoDB's own place moves on, so that it does not grow too old.
      const place = telling ? told : (stream.resumeToken ?? told);
      if (place === saved.place) return;
      saved = { place, at: Date.now() };
      const $set = { resumeToken: saved.place };
      await answered(this.#relays.updateOne({ _id, holder: this.#holder }, { $set }));
    };
    const renew = setInterval(() => {
      void save().catch(() => undefined);
      void this.#claim().then(
        (mine) => {
          renewedAt = Date.now();
          // Another replica took it while this one was held up: that one goes on.
          if (!mine) void stream.close();
        },
        () => {
          if (Date.now() - renewedAt > leaseMs) void stream.close();
        },
      );
    }, renewMs);
    try {
      for await (const change of stream) {
        telling = true;
        this.#waitsSince ??= timeOf(change as mongo.ChangeStreamDocument);
        await tell(change as mongo.ChangeStreamDocument);
        told = change._id;
        telling = false;
        this.#waitsSince = null;
        if (Date.now() - saved.at > saveMs) await save();
      }
    } catch (error) {
      if (!isTooOld(error)) throw error;
      this.#logger.warn({ relay: _id }, 'changes are older than the log of MongoDB: some were not told');
      await answered(this.#relays.updateOne({ _id, holder: this.#holder }, { $set: { resumeToken: null } }));
    } finally {
      clearInterval(renew);
      await stream.close().catch(() => undefined);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#stream?.close().catch(() => undefined);
    await this.#release().catch(() => undefined);
  }
}

/** MongoDB's word for a place in its log that is not there any more. */
function isTooOld(error: unknown): boolean {
  return (error as { code?: number }).code === 286;
}

/** When a change was made, in Unix milliseconds. Versions before 6.0 tell whole seconds. */
function timeOf(change: mongo.ChangeStreamDocument): number {
  const { wallTime, clusterTime } = change as { wallTime?: Date; clusterTime?: mongo.Timestamp };
  return wallTime?.getTime() ?? (clusterTime ? clusterTime.getHighBits() * 1_000 : Date.now());
}
