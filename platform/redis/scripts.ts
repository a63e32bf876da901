import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { unavailable } from '#platform/errors/errors.ts';
import {
  clusterOf,
  commandTimeoutMs,
  movingSlotMs,
  type RedisCommands,
  type RedisConnection,
  reconnectAlways,
  slotOf,
} from './connection.ts';

/**
 * Throws 503 for a fault of Redis. The command may have taken effect. Keeps only the message of the driver's
 * error, because the log must not contain the command.
 */
export function engineFault(error: unknown): never {
  throw unavailable(error instanceof Error ? error.message : 'redis');
}

/** Runs scripts on the Redis node that stores the keys of the script. */
export type ScriptRunner = Pick<RedisCommands, 'evalsha' | 'eval'>;

/** Runs a Lua script by its digest. Sends the source if Redis does not have the script. */
type Script<Reply> = (
  redis: ScriptRunner,
  keys: readonly string[],
  args: readonly (string | number)[],
) => Promise<Reply>;

/** Returns the text of a script. The text of `other.lua` replaces a line `-- include other.lua`. */
export function sourceOf(file: URL): string {
  const part = (_line: string, name: string) => readFileSync(new URL(name, file), 'utf8');
  return readFileSync(file, 'utf8').replace(/^-- include (\S+)$/gm, part);
}

/**
 * Makes the driver send the commands of this turn of the event loop in one write. Then Redis gets them together, and
 * runs them before it writes its log to the disk.
 */
function corkForTurn({ stream }: Redis): void {
  if (!stream || stream.writableCorked > 0) return;
  stream.cork();
  setImmediate(() => stream.uncork());
}

/** Returns a function that runs the script in a file. */
export function script<Reply>(file: URL): Script<Reply> {
  const source = sourceOf(file);
  const digest = createHash('sha1').update(source).digest('hex');
  return async (redis, keys, args) => {
    if (redis instanceof Redis) corkForTurn(redis);
    try {
      return (await redis.evalsha(digest, keys.length, ...keys, ...args)) as Reply;
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
      return (await redis.eval(source, keys.length, ...keys, ...args)) as Reply;
    }
  };
}

/** Milliseconds within which replicas must confirm a write. */
const confirmMs = 250;
/** Number of connections to each master. A script that waits for a replica blocks its connection. */
const connectionsOfMaster = 4;

/** A connection to a master, and the number of its unanswered scripts. */
interface Pooled {
  readonly redis: Redis;
  pending: number;
}

type ScriptArguments = readonly [source: string, keys: number, ...rest: (string | number | Buffer)[]];
type Outcome = readonly [error: Error | null | undefined, answer: unknown];

/**
 * Runs scripts, and waits until enough replicas have confirmed the writes of each script (`WAIT`). An
 * unconfirmed script fails for its caller, but the writes of the script are on the disk of the master. A
 * fail-over may keep or lose these writes.
 */
export class ReplicatedScripts implements Pick<ScriptRunner, 'evalsha' | 'eval'> {
  readonly #connection: RedisConnection;
  readonly #replicas: number;
  /** The connections to each master. The key is the driver of the master. */
  readonly #pools = new Map<Redis, readonly Pooled[]>();
  #closed = false;

  constructor(connection: RedisConnection, replicas: number) {
    this.#connection = connection;
    this.#replicas = replicas;
    // Connections to new masters are opened at once, because scripts use only open connections.
    clusterOf(connection)?.on('refresh', () => this.#prepare());
    this.#prepare();
  }

  evalsha = ((...args: ScriptArguments) => this.#run('evalsha', args)) as ScriptRunner['evalsha'];

  eval = ((...args: ScriptArguments) => this.#run('eval', args)) as ScriptRunner['eval'];

  close(): void {
    this.#closed = true;
    for (const master of this.#pools.keys()) this.#drop(master);
  }

  /** Runs a script on the master that stores its keys. @throws Error if the script failed or is unconfirmed */
  async #run(command: 'evalsha' | 'eval', args: ScriptArguments): Promise<unknown> {
    const key = String(args[2]);
    const giveUpAt = Date.now() + commandTimeoutMs;
    for (let asked: string | null = null; ; ) {
      const master = asked === null ? this.#masterOf(key) : this.#nodeAt(asked);
      const [error, answer] = await this.#once(master, command, args, asked !== null);
      if (!error) return answer;
      if (Date.now() > giveUpAt) throw error;
      asked = await this.#redirected(error, key);
    }
  }

  /**
   * Returns which node gets a redirected script next: the address that Redis named for this one try (`ASK`), or
   * null for the master of the key.
   *
   * @throws `error` if the error is not a redirection
   */
  async #redirected(error: Error, key: string): Promise<string | null> {
    const [word, , address = ''] = error.message.split(' ');
    if (word === 'TRYAGAIN') await sleep(movingSlotMs);
    // `pttl` makes the driver follow the same redirection and read the new slot map. `pttl` changes no data.
    else if (word === 'MOVED' || word === 'ASK') await clusterOf(this.#connection)?.pttl(key);
    else throw error;
    return word === 'ASK' ? address : null;
  }

  async #once(
    master: Redis | undefined,
    command: 'evalsha' | 'eval',
    args: ScriptArguments,
    asking: boolean,
  ): Promise<Outcome> {
    const pooled = minBusy(master ? this.#poolOf(master) : []);
    pooled.pending += 1;
    try {
      corkForTurn(pooled.redis);
      const batch = pooled.redis.pipeline();
      if (asking) batch.asking();
      const outcomes = await batch[command](...args)
        .wait(this.#replicas, confirmMs)
        .exec();
      const [done, confirmed] = outcomes?.slice(asking ? 1 : 0) ?? [];
      if (!done || done[0]) return done ?? [new Error('Redis does not answer'), null];
      const copies = confirmed?.[0] ? 0 : Number(confirmed?.[1]);
      if (copies < this.#replicas) throw new Error(`${copies} replicas have confirmed the write in time`);
      return done;
    } finally {
      pooled.pending -= 1;
    }
  }

  #masterOf(key: string): Redis | undefined {
    const cluster = clusterOf(this.#connection);
    if (!cluster) return this.#connection.masters()[0];
    const [address] = cluster.slots[slotOf(key)] ?? [];
    return address === undefined ? undefined : this.#nodeAt(address);
  }

  #nodeAt(address: string): Redis | undefined {
    return this.#connection.masters().find(({ options: { host, port } }) => `${host}:${port}` === address);
  }

  #prepare(): void {
    for (const master of this.#connection.masters()) this.#poolOf(master);
  }

  #poolOf(master: Redis): readonly Pooled[] {
    const kept = this.#pools.get(master);
    if (kept || this.#closed) return kept ?? [];
    const pool = Array.from({ length: connectionsOfMaster }, () => {
      const redis = master.duplicate({ lazyConnect: false, enableOfflineQueue: false });
      if (!clusterOf(this.#connection)) reconnectAlways(redis);
      redis.on('error', () => undefined);
      return { redis, pending: 0 };
    });
    this.#pools.set(master, pool);
    master.once('end', () => this.#drop(master));
    return pool;
  }

  #drop(master: Redis): void {
    for (const { redis } of this.#pools.get(master) ?? []) redis.disconnect();
    this.#pools.delete(master);
  }
}

/** Returns the open connection with the fewest waiting scripts. @throws Error if no connection is open */
function minBusy(pool: readonly Pooled[]): Pooled {
  const open = pool.filter(({ redis }) => redis.status === 'ready');
  const [first, ...others] = open;
  if (!first) throw new Error('there is no connection to the master');
  return others.reduce((least, one) => (one.pending < least.pending ? one : least), first);
}
