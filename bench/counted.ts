import { Redis } from 'ioredis';
import { readFacts } from '#contracts/catalogue.ts';
import { type Claim, most } from '#testing/claims.ts';
import type { RunningSystem } from '#testing/system.ts';
import { indexKeys } from '../services/cart/store/keys.ts';
import { type Carts, lines } from './carts.ts';
import { privateUrls } from './private-urls.ts';
import { sendOnce } from './send-once.ts';

/** Number of writes to a cart while bytes of the log are counted. */
const writes = 100;
/** Products from here on are in no cart yet. */
const freshProducts = 900;

/** Number of requests for an operation, over all replicas, from their metrics. */
async function asked(system: RunningSystem, service: string, operation: string): Promise<number> {
  const counts = await Promise.all(
    (await privateUrls(system, service)).map(async (url) => {
      const text = await (await fetch(`${url}/metrics`)).text();
      const pattern = new RegExp(`^\\w+_seconds_count\\{.*operation="${operation}".*\\} (\\d+)$`, 'gm');
      return [...text.matchAll(pattern)].reduce((sum, [, count]) => sum + Number(count), 0);
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** A number from Redis' `INFO`. */
async function info(redis: Redis, section: string, pattern: RegExp): Promise<number> {
  return Number(pattern.exec(await redis.info(section))?.[1] ?? 0);
}

/** Number of commits: each sets the fields of one cart once; nothing else sets fields of a cart without an e-mail. */
const commits = (redis: Redis) => info(redis, 'commandstats', /^cmdstat_hset:calls=(\d+)/m);
const logBytes = (redis: Redis) => info(redis, 'persistence', /^aof_current_size:(\d+)/m);

/** Cost of one request with fifty items: one commit, and one request for products that no cart has cached. */
async function fiftyItems(system: RunningSystem, redis: Redis, carts: Carts): Promise<Claim[]> {
  const questions = () => asked(system, 'catalogue', readFacts.name);
  const before = [await commits(redis), await questions()] as const;
  await sendOnce(system.httpUrl, carts.firstAddsOfFifty(freshProducts).slice(0, 1));
  const after = [await commits(redis), await questions()] as const;
  return [
    most('commits', after[0] - before[0], 1),
    most('questions to the catalogue', after[1] - before[1], 1),
  ];
}

/** All Redis keys of a cart: its own, and those of outcomes of its last writes. */
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

/** Bytes per cart in a shard's indexes. */
async function indexBytes(redis: Redis): Promise<number> {
  const names = indexKeys(0, 'guest');
  const bytes = await bytesOf(redis, Object.values(names));
  return bytes / Math.max(1, await redis.zcard(names.expiry));
}

/** Bytes that Redis stores for a cart and for a write to it, and the bytes that the write appends to the log. */
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
  // One after the other, because concurrent writes share a commit.
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

/** Counted figures, one per line: steps of a request, bytes in Redis. */
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
