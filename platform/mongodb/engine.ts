import { AsyncLocalStorage } from 'node:async_hooks';
import mongoose, { type Connection, type ConnectOptions, type mongo } from 'mongoose';
import { z } from 'zod';
import { refusal, ServiceError, unavailable } from '#platform/errors/errors.ts';
import { askWithClock, type Dependency, down, type Finding, up } from '#platform/service/dependency.ts';
import type { Logger } from '#platform/service/logger.ts';
import { SettingsError } from '#platform/service/settings.ts';
import { within } from '#platform/time/within.ts';
import { Breaker, type BreakerState, bypassingBreaker, refuseWhileOpen } from './breaker.ts';

/** Milliseconds after which a query fails with 503. */
const queryMs = 1_500;
/** Milliseconds after which a transaction fails with 503. */
const transactionMs = 8_000;
const connectPauseMs = 200;

/**
 * Options of the driver. All of the first five options are necessary: if one is missing, a paused mongod blocks callers
 * for more than 15 s (docs/reference/rules.md#when-an-engine-fails).
 */
const options: ConnectOptions = {
  serverSelectionTimeoutMS: 1_000,
  socketTimeoutMS: 1_000,
  connectTimeoutMS: 1_000,
  waitQueueTimeoutMS: 1_000,
  heartbeatFrequencyMS: 1_000,
  // The driver checks the server once a second on one connection. The default mode needs two connections and twice as
  // many checks. After an error, and while a request waits for a primary, both modes check within half a second.
  serverMonitoringMode: 'poll',
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

/** The session of a transaction. Every store that takes part in the transaction gets this session. */
export type Session = mongoose.ClientSession;

/** Returns whether an error reports a duplicate in a unique index. */
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
  return refusal('service_unavailable', { retry_after: 1, reason: 'unconfirmed' }, { cause });
}

/** Returns the result of a query. @throws ServiceError `service_unavailable` after 1.5 s, or for a fault of MongoDB */
export function withQueryTimeout<T>(query: Promise<T>): Promise<T> {
  return bounded(query, queryMs);
}

/** The session of the current call of `atSecondary`. All queries of the call read from its snapshot. */
const snapshot = new AsyncLocalStorage<Session>();

/** Makes the queries of a schema read from the snapshot of a secondary while `atSecondary` runs. */
function readsSnapshots(schema: mongoose.Schema): void {
  schema.pre(['find', 'findOne', 'countDocuments'], function () {
    const session = snapshot.getStore();
    if (session) this.session(session).read('secondary');
  });
}

/** A service's connection to MongoDB. */
export class Engine {
  readonly connection: Connection;
  readonly #url: string;
  readonly #logger: Logger;
  readonly #breaker = new Breaker(() => bypassingBreaker(() => this.#ping()));
  #prepared = false;
  /** Resolves when the most recent transaction has ended. */
  #lastTransaction: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(url: string, logger: Logger) {
    mongoose.set('sanitizeFilter', true);
    mongoose.set('strictQuery', true);
    this.connection = mongoose.createConnection();
    this.connection.plugin(readsSnapshots);
    this.#url = url;
    this.#logger = logger;
  }

  /**
   * Connects to MongoDB and runs `prepare`. Repeats each step until it succeeds or `close` is called.
   *
   * An open connection is never opened again, because the driver reconnects by itself. Mongoose would take a new driver
   * for sessions at once, and for collections only when the new driver is connected. If the old driver reconnects first,
   * every transaction fails from then on.
   *
   * @throws SettingsError of `prepare`, because a repetition would not help
   */
  async start(prepare: () => Promise<void>): Promise<void> {
    let isOpen = false;
    for (let round = 0; !this.#closed; round += 1) {
      try {
        if (!isOpen) await this.#open();
        isOpen = true;
        await prepare();
        this.#prepared = true;
        return;
      } catch (error) {
        if (error instanceof SettingsError) throw error;
        if (round % 25 === 0) this.#logger.warn({ err: error }, 'MongoDB is not available yet');
        await new Promise((resolve) => setTimeout(resolve, connectPauseMs));
      }
    }
  }

  async #open(): Promise<void> {
    await this.connection.openUri(this.#url, options);
    refuseWhileOpen(this.connection.getClient(), this.#breaker);
  }

  /**
   * State of the breaker: `closed` while MongoDB answers. In other states, operations on the primary fail at
   * once.
   */
  get breaker(): BreakerState {
    return this.#breaker.state;
  }

  /**
   * Returns the primary's answer to `hello`; null if `start` still runs, the breaker is open, or the primary
   * does not answer.
   */
  async check(): Promise<mongo.Document | null> {
    const { db } = this.connection;
    if (!this.#prepared || this.breaker !== 'closed' || !db) return null;
    return withQueryTimeout(db.command({ hello: 1 })).catch(() => null);
  }

  async #ping(): Promise<void> {
    await withQueryTimeout(this.connection.db?.command({ ping: 1 }) ?? Promise.reject(unavailable()));
  }

  /** Runs `work`. All queries of `work` read from one snapshot of a secondary, so `work` must not write. */
  async atSecondary<T>(work: () => Promise<T>): Promise<T> {
    const session = await this.connection.startSession({ snapshot: true });
    try {
      return await snapshot.run(session, work);
    } finally {
      await session.endSession();
    }
  }

  /**
   * Runs `work` as one transaction. After a conflict with another replica, runs `work` again. A replica runs
   * its transactions one after another, because all transactions change the same counter.
   *
   * @throws ServiceError `service_unavailable` for a fault of MongoDB; the message says if the outcome is
   * unknown
   */
  async transaction<T>(work: (session: Session) => Promise<T>): Promise<T> {
    if (this.breaker !== 'closed') throw unavailable('MongoDB is away');
    const begun = performance.now();
    const previous = this.#lastTransaction;
    let isCommitting = false;
    const tracked = async (session: Session) => {
      isCommitting = false;
      const done = await work(session);
      isCommitting = true;
      return done;
    };
    const run = async () => {
      await previous;
      if (performance.now() - begun >= transactionMs) throw unavailable('MongoDB is behind');
      return this.connection.withSession((session) => session.withTransaction(() => tracked(session)));
    };
    const answer = bounded(run(), transactionMs).catch((error: unknown) => {
      throw isCommitting && isUnavailable(error) ? unconfirmed(error) : error;
    });
    const over = () => {};
    this.#lastTransaction = previous.then(() => answer).then(over, over);
    return answer;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#breaker.end();
    await this.connection.close();
  }
}

/** The primary's answer to the command `hello`, with the clock of the server. */
const Hello = z.object({ localTime: z.date(), isWritablePrimary: z.literal(true) });

/** Returns the dependency on MongoDB. Its check sends `hello` to the primary, and reads the primary's clock. */
export function mongodbDependency(engine: Engine): Dependency {
  let version: string | undefined;
  const check = async () => {
    const found = await checkEngine(engine);
    // The version is read again after MongoDB was down, because an operator may have updated MongoDB.
    version = found.state === 'up' ? (version ?? (await versionOf(engine))) : undefined;
    return { ...found, ...(version && { version }) };
  };
  return { name: 'mongodb', check: check, breaker: () => engine.breaker };
}

async function versionOf({ connection }: Engine): Promise<string | undefined> {
  const info = await connection.db?.command({ buildInfo: 1 }).catch(() => undefined);
  return typeof info?.version === 'string' ? info.version : undefined;
}

async function checkEngine(engine: Engine): Promise<Finding> {
  const ask = async () => Hello.parse(await engine.check());
  try {
    const { clock } = await askWithClock(ask, ({ localTime }) => localTime.getTime());
    return { ...up, clock };
  } catch {
    return down('no primary answers');
  }
}
