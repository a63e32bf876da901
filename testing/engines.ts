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
  /** The engine's URL, set when the tests of the file run. */
  readonly url: string;
  readonly pid: number;
}

/** Returns an engine that runs for as long as the test file. */
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

/** A redis-server with the product's durability, for this test file. */
export const redisFixture = (): PrivateEngine => engineFixture(redisPlan);

/** A mongod of this test file, which may stop or kill it. */
export const ownMongodFixture = (): PrivateEngine => engineFixture(mongodPlan);

/** A nats-server without users, for this test file. */
export const natsFixture = (): PrivateEngine => engineFixture(natsPlan);

/** An empty database for this test file, on the mongod that all test files share. */
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
