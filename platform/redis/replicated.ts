import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { clusterOf, type RedisConnection, slotOf } from './connection.ts';
import { commandTimeoutMs, movingSlotMs } from './driver.ts';
import { reconnectAlways } from './reconnect.ts';
import { corkForTurn, type ScriptRunner } from './script.ts';

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
