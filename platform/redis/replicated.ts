import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { clusterOf, type RedisConnection, slotOf } from './connection.ts';
import { commandTimeoutMs, movingSlotMs } from './driver.ts';
import { batchWrites } from './one-write-per-turn.ts';
import { reconnectAlways } from './reconnect.ts';
import type { ScriptRunner } from './script.ts';

/** Milliseconds for a replica to confirm. */
const confirmMs = 250;
/** Connections per master. A connection that waits for a replica is blocked. */
const connectionsOfMaster = 4;

/** A connection, and the number of scripts waiting on it. */
interface Pooled {
  readonly redis: Redis;
  pending: number;
}

type Words = readonly [source: string, keys: number, ...rest: (string | number | Buffer)[]];
type Outcome = readonly [error: Error | null | undefined, answer: unknown];

/**
 * Runs scripts and resolves only after enough replicas have confirmed the writes (`WAIT`). An unconfirmed
 * script fails for its caller but may have taken effect: it is on the master's disk, and a fail-over may keep
 * or lose it.
 */
export class ReplicatedScripts implements Pick<ScriptRunner, 'evalsha' | 'eval'> {
  readonly #connection: RedisConnection;
  readonly #replicas: number;
  /** Keyed by the master's driver, which is replaced after the master is lost. */
  readonly #pools = new Map<Redis, readonly Pooled[]>();
  #closed = false;

  constructor(connection: RedisConnection, replicas: number) {
    this.#connection = connection;
    this.#replicas = replicas;
    // Opens the connections before the first script.
    clusterOf(connection)?.on('refresh', () => this.#prepare());
    this.#prepare();
  }

  evalsha = ((...words: Words) => this.#run('evalsha', words)) as ScriptRunner['evalsha'];

  eval = ((...words: Words) => this.#run('eval', words)) as ScriptRunner['eval'];

  close(): void {
    this.#closed = true;
    for (const master of this.#pools.keys()) this.#drop(master);
  }

  /** Runs a script on the master of its keys. @throws Error if it failed or is unconfirmed */
  async #run(how: 'evalsha' | 'eval', words: Words): Promise<unknown> {
    const key = String(words[2]);
    const until = Date.now() + commandTimeoutMs;
    for (let asked: string | null = null; ; ) {
      const master = asked === null ? this.#masterOf(key) : this.#nodeAt(asked);
      const [error, answer] = await this.#once(master, how, words, asked !== null);
      if (!error) return answer;
      if (Date.now() > until) throw error;
      asked = await this.#redirected(error, key);
    }
  }

  /**
   * Returns where to run a script that was redirected: once at an address, or at the master of its slot
   * (null).
   *
   * @throws the error unless it is a redirection
   */
  async #redirected(error: Error, key: string): Promise<string | null> {
    const [word, , address = ''] = error.message.split(' ');
    if (word === 'TRYAGAIN') await sleep(movingSlotMs);
    // A command without effect makes the driver read the new slot map.
    else if (word === 'MOVED' || word === 'ASK') await clusterOf(this.#connection)?.pttl(key);
    else throw error;
    return word === 'ASK' ? address : null;
  }

  async #once(
    master: Redis | undefined,
    how: 'evalsha' | 'eval',
    words: Words,
    asking: boolean,
  ): Promise<Outcome> {
    const pooled = leastBusy(master ? this.#poolOf(master) : []);
    pooled.pending += 1;
    try {
      const batch = pooled.redis.pipeline();
      if (asking) batch.asking();
      const outcomes = await batch[how](...words)
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
      const redis = batchWrites(master.duplicate({ lazyConnect: false, enableOfflineQueue: false }));
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

/** Returns the live connection with the fewest waiting scripts. @throws Error without one */
function leastBusy(pool: readonly Pooled[]): Pooled {
  const open = pool.filter(({ redis }) => redis.status === 'ready');
  const [first, ...others] = open;
  if (!first) throw new Error('there is no connection to the master');
  return others.reduce((least, one) => (one.pending < least.pending ? one : least), first);
}
