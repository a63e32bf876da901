import { Redis } from 'ioredis';
import { readFacts } from '#contracts/catalogue.ts';
import { type LimitCheck, most } from '#testing/limit-checks.ts';
import type { RunningSystem } from '#testing/system.ts';
import { indexKeys } from '../services/cart/store/keys.ts';
import { type Carts, lines } from './carts.ts';
import { privateUrls } from './private-urls.ts';
import { sendOnce } from './send-once.ts';

/** Number of writes to a cart, over which the bytes per write in the log of Redis are averaged. */
const writes = 100;
/** Index of the first product that no cart contains yet. */
const freshProducts = 900;

/** Returns how many requests for an operation all replicas of a service got, according to their metrics. */
async function requestsFor(system: RunningSystem, service: string, operation: string): Promise<number> {
  const counts = await Promise.all(
    (await privateUrls(system, service)).map(async (url) => {
      const text = await (await fetch(`${url}/metrics`)).text();
      const pattern = new RegExp(`^\\w+_seconds_count\\{.*operation="${operation}".*\\} (\\d+)$`, 'gm');
      return [...text.matchAll(pattern)].reduce((sum, [, count]) => sum + Number(count), 0);
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Returns a number from the answer of Redis to `INFO`. */
async function info(redis: Redis, section: string, pattern: RegExp): Promise<number> {
  return Number(pattern.exec(await redis.info(section))?.[1] ?? 0);
}

/**
 * Returns the number of commits, which Redis counts as calls of `HSET`. A commit of a cart without an e-mail calls
 * `HSET` once, and nothing else calls `HSET`.
 */
const commits = (redis: Redis) => info(redis, 'commandstats', /^cmdstat_hset:calls=(\d+)/m);
const logBytes = (redis: Redis) => info(redis, 'persistence', /^aof_current_size:(\d+)/m);

/**
 * Sends one request that adds fifty uncached items. Counts the commits and the requests to the catalogue that
 * follow.
 */
async function fiftyItems(system: RunningSystem, redis: Redis, carts: Carts): Promise<LimitCheck[]> {
  const catalogueRequests = () => requestsFor(system, 'catalogue', readFacts.name);
  const before = [await commits(redis), await catalogueRequests()] as const;
  await sendOnce(system.httpUrl, carts.firstAddsOfFifty(freshProducts).slice(0, 1));
  const after = [await commits(redis), await catalogueRequests()] as const;
  return [
    most('commits', after[0] - before[0], 1),
    most('questions to the catalogue', after[1] - before[1], 1),
  ];
}

/** Returns all Redis keys of a cart: `own` for the cart itself, and `outcomes` for the outcomes of its last writes. */
async function keysOf(redis: Redis, cartKey: string): Promise<{ own: string[]; outcomes: string[] }> {
  const found = new Set<string>();
  for await (const keys of redis.scanStream({ match: `*${cartKey}*`, count: 1_000 })) {
    for (const key of keys as string[]) found.add(key);
  }
  const [outcomes, own] = [true, false].map((isOutcome) =>
    [...found].filter((key) => key.includes(':once:') === isOutcome),
  );
  return { own: own ?? [], outcomes: outcomes ?? [] };
}

async function bytesOf(redis: Redis, keys: readonly string[]): Promise<number> {
  let bytes = 0;
  for (const key of keys) bytes += (await redis.memory('USAGE', key, 'SAMPLES', 0)) ?? 0;
  return bytes;
}

/** Returns how many bytes per cart the indexes of a shard need. */
async function indexBytes(redis: Redis): Promise<number> {
  const names = indexKeys(0, 'guest');
  const bytes = await bytesOf(redis, Object.values(names));
  return bytes / Math.max(1, await redis.zcard(names.expiry));
}

/** Returns how many bytes Redis stores for a cart and for a write, and how many bytes a write adds to the log. */
async function bytesOfCarts(
  redis: Redis,
  url: string,
  carts: Carts,
  size: 'small' | 'large',
): Promise<string> {
  const [key = ''] = carts.keys(size);
  const once = carts.addsTo(key, size);
  const requests = Array.from({ length: Math.ceil(writes / once.length) }, () => once).flat();
  const before = await logBytes(redis);
  // Only one connection is used, because concurrent writes would share a commit.
  await sendOnce(url, requests, 1);
  const perWrite = Math.round(((await logBytes(redis)) - before) / requests.length);
  const { own, outcomes } = await keysOf(redis, key);
  const bytes = await bytesOf(redis, own);
  const perOutcome = Math.round((await bytesOf(redis, outcomes)) / Math.max(1, outcomes.length));
  return (
    `cart of ${lines[size]} lines: ${bytes} bytes; of each write an outcome of ${perOutcome} bytes for half a minute, ` +
    `and ${perWrite} bytes in the log`
  );
}

/**
 * Returns lines of text: the commits and catalogue requests that one request causes, and the bytes of carts in
 * Redis.
 */
export async function counted(system: RunningSystem, carts: Carts): Promise<string[]> {
  const redis = new Redis(system.redisUrl);
  try {
    const steps = await fiftyItems(system, redis, carts);
    const texts = steps.map(
      ({ what, measured, limit, holds }) => `${what} ${measured} ${holds ? 'ok' : `over ${limit}`}`,
    );
    return [
      `add-items of 50: ${texts.join(', ')}`,
      `Redis: ${await bytesOfCarts(redis, system.httpUrl, carts, 'small')}`,
      `Redis: ${await bytesOfCarts(redis, system.httpUrl, carts, 'large')}`,
      `Redis: indexes take ${Math.round(await indexBytes(redis))} bytes for each cart`,
    ];
  } finally {
    redis.disconnect();
  }
}
