import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import {
  type EngineProcess,
  mongodPlan,
  natsPlan,
  type Plan,
  redisPlan,
  startEngine,
} from './engine-process.ts';
import { shared } from './shared.ts';

/** A real engine for one test file. */
interface PrivateEngine {
  /** The URL of the engine; empty until `beforeAll` has started the engine. */
  readonly url: string;
  readonly pid: number;
}

/** Starts an engine before the tests of the current file, and stops the engine after the tests. */
function engineFixture(plan: Plan): PrivateEngine {
  let engine: EngineProcess | undefined;
  beforeAll(async () => {
    engine = await startEngine(plan);
  }, 90_000);
  afterAll(() => engine?.stop());
  return {
    get url() {
      return engine?.url ?? '';
    },
    get pid() {
      return engine?.pid ?? 0;
    },
  };
}

/**
 * Starts a redis-server for the current test file, with the same durability as the redis-server of `npm
 * start`.
 */
export const redisFixture = (): PrivateEngine => engineFixture(redisPlan);

/** Starts a mongod for only the current test file. The tests may stop or kill this mongod. */
export const ownMongodFixture = (): PrivateEngine => engineFixture(mongodPlan);

/** Starts a nats-server without users for the current test file. */
export const natsFixture = (): PrivateEngine => engineFixture(natsPlan);

/** Gives the current test file an empty database, on the mongod that all test files share. */
export function mongodFixture(): { readonly url: string } {
  let url = '';
  beforeAll(async () => {
    const mongod = new URL((await shared('mongod')).url);
    mongod.pathname = `/test-${randomUUID()}`;
    url = mongod.href;
  }, 90_000);
  return {
    get url() {
      return url;
    },
  };
}
