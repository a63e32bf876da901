import { AsyncLocalStorage } from 'node:async_hooks';
import mongoose, { type Connection, type ConnectOptions } from 'mongoose';
import { refusal, ServiceError, unavailable } from '#platform/errors/errors.ts';
import type { Logger } from '#platform/service/logger.ts';
import { within } from '#platform/time/within.ts';
import { Breaker, type BreakerState } from './breaker.ts';
import { asProbe, gate } from './driver-gate.ts';

/** Milliseconds until a query fails with 503, and until a transaction does, which has several queries. */
const queryMs = 1_500;
const transactionMs = 8_000;
const connectPauseMs = 200;

/**
 * Time-outs of the driver. Without all five, a paused mongod would block callers for more than 15 s
 * (docs/reference/rules.md#when-an-engine-fails).
 */
const options: ConnectOptions = {
  serverSelectionTimeoutMS: 1_000,
  socketTimeoutMS: 1_000,
  connectTimeoutMS: 1_000,
  waitQueueTimeoutMS: 1_000,
  heartbeatFrequencyMS: 1_000,
  maxPoolSize: 20,
  minPoolSize: 2,
  maxIdleTimeMS: 60_000,
  writeConcern: { w: 'majority', journal: true },
  readConcern: { level: 'majority' },
  bufferCommands: false,
  autoIndex: false,
  autoCreate: false,
};

function isEngineFault(error: unknown): boolean {
  return error instanceof mongoose.mongo.MongoError || error instanceof mongoose.MongooseError;
}

/** A transaction, which its owner passes to the participating stores. */
export type Session = mongoose.ClientSession;

/** Whether an error reports a duplicate in a unique index. */
export function isDuplicate(error: unknown): boolean {
  return error instanceof mongoose.mongo.MongoError && error.code === 11_000;
}

function isUnavailable(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'service_unavailable';
}

async function bounded<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  try {
    return await within(milliseconds, work, () => unavailable('MongoDB does not answer'));
  } catch (error) {
    if (error instanceof ServiceError || isDuplicate(error) || !isEngineFault(error)) throw error;
    throw unavailable(error);
  }
}

/** Returns the error for a write whose outcome is unknown. */
function unconfirmed(cause: unknown): ServiceError {
  const message = 'The change was not confirmed in time. Look whether it was made before you repeat it.';
  return refusal('service_unavailable', { retry_after: 1 }, { message, cause });
}

/**
 * Returns the result of a query within 1.5 s. @throws ServiceError `service_unavailable` for a fault of the
 * engine
 */
export function answered<T>(query: Promise<T>): Promise<T> {
  return bounded(query, queryMs);
}

/** The secondary's snapshot that queries currently read from. */
const snapshot = new AsyncLocalStorage<Session>();

/** Makes a schema's queries read the current snapshot. */
function readsSnapshots(schema: mongoose.Schema): void {
  schema.pre(['find', 'findOne', 'countDocuments'], function () {
    const session = snapshot.getStore();
    if (session) this.session(session).read('secondary');
  });
}

/** MongoDB for a service: connects whenever it is available, with indexes and first documents in place. */
export class Engine {
  readonly connection: Connection;
  readonly #url: string;
  readonly #logger: Logger;
  readonly #breaker = new Breaker(() => asProbe(() => this.#ping()));
  #prepared = false;
  /** Resolves after the last requested transaction. */
  #lastTurn: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(url: string, logger: Logger) {
    mongoose.set('sanitizeFilter', true);
    mongoose.set('strictQuery', true);
    this.connection = mongoose.createConnection();
    this.connection.plugin(readsSnapshots);
    this.#url = url;
    this.#logger = logger;
  }

  /** Connects and prepares, with retries for as long as needed. `prepare` may run more than once. */
  async start(prepare: () => Promise<void>): Promise<void> {
    for (let round = 0; !this.#closed; round += 1) {
      try {
        await this.connection.openUri(this.#url, options);
        gate(this.connection.getClient(), this.#breaker);
        await prepare();
        this.#prepared = true;
        return;
      } catch (error) {
        if (round % 25 === 0) this.#logger.warn({ err: error }, 'MongoDB is not available yet');
        await new Promise((resolve) => setTimeout(resolve, connectPauseMs));
      }
    }
  }

  /** `closed` while MongoDB answers. In other states, operations that need the primary fail at once. */
  get breaker(): BreakerState {
    return this.#breaker.state;
  }

  /** Whether MongoDB is prepared, its breaker is closed, and it answers now. */
  async check(): Promise<boolean> {
    if (!this.#prepared || this.breaker !== 'closed') return false;
    try {
      await this.#ping();
      return true;
    } catch {
      return false;
    }
  }

  async #ping(): Promise<void> {
    await answered(this.connection.db?.command({ ping: 1 }) ?? Promise.reject(unavailable()));
  }

  /** Runs work whose reads all see one snapshot of a secondary. It must not write. */
  async atSecondary<T>(work: () => Promise<T>): Promise<T> {
    const session = await this.connection.startSession({ snapshot: true });
    try {
      return await snapshot.run(session, work);
    } finally {
      await session.endSession();
    }
  }

  /**
   * Runs work as one transaction, and again after a conflict with another replica. A replica runs its
   * transactions one after another: all use the same counter, so parallel ones would conflict.
   *
   * @throws ServiceError `service_unavailable` for a fault of the engine; its message says whether the commit
   * was sent
   */
  async transaction<T>(work: (session: Session) => Promise<T>): Promise<T> {
    if (this.breaker !== 'closed') throw unavailable('MongoDB is away');
    const begun = performance.now();
    const turn = this.#lastTurn;
    let commits = false;
    const tracked = async (session: Session) => {
      commits = false;
      const done = await work(session);
      commits = true;
      return done;
    };
    const run = async () => {
      await turn;
      if (performance.now() - begun >= transactionMs) throw unavailable('MongoDB is behind');
      return this.connection.withSession((session) => session.withTransaction(() => tracked(session)));
    };
    const answer = bounded(run(), transactionMs).catch((error: unknown) => {
      throw commits && isUnavailable(error) ? unconfirmed(error) : error;
    });
    const over = () => {};
    this.#lastTurn = turn.then(() => answer).then(over, over);
    return answer;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#breaker.end();
    await this.connection.close();
  }
}
