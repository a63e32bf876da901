// Fetches the engines before tests run, so that no single test pays for it. Vitest calls it once per run.
import { mongod } from './engines/mongod.ts';
import { nats } from './engines/nats.ts';
import { obtainAll } from './engines/obtain.ts';
import { redis } from './engines/redis.ts';

export default async function setup(): Promise<void> {
  await obtainAll([mongod, redis, nats]);
}
