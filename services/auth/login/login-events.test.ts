import type { NatsConnection } from 'nats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnyEvent } from '#contracts/events.ts';
import { connectNats } from '#platform/bus/connection.ts';
import { EventStream } from '#platform/events/event-stream.ts';
import { ChangeRelay } from '#platform/mongodb/change-relay.ts';
import { Engine } from '#platform/mongodb/engine.ts';
import { createLogger } from '#platform/service/logger.ts';
import { mongodFixture, natsFixture } from '#testing/engines.ts';
import { storedEvents } from '#testing/stored-events.ts';
import { FamilyStore } from '../store/logins.ts';
import { RefusalStore } from '../store/refusals.ts';
import { loginEventRelays } from './login-events.ts';

const mongod = mongodFixture();
const nats = natsFixture();
const logger = createLogger('test', 'silent');
let connection: NatsConnection;
let engine: Engine;
let families: FamilyStore;
let refusals: RefusalStore;
let relays: ChangeRelay[];
beforeAll(async () => {
  connection = await connectNats('test', { NATS_URL: nats.url }, false);
  engine = new Engine(mongod.url, logger);
  [families, refusals] = [new FamilyStore(engine), new RefusalStore(engine, logger)];
  await engine.start(async () => {
    for (const store of [families, refusals]) await store.prepare();
  });
  const plans = loginEventRelays(new EventStream(connection));
  relays = plans.map((plan) => new ChangeRelay(engine.connection, plan, 'one', logger));
  for (const relay of relays) void relay.run();
});
afterAll(async () => {
  for (const relay of relays) await relay.close();
  await engine.close();
  await connection.close();
});

const events = (): Promise<AnyEvent[]> => storedEvents(connection).catch(() => []);
const typed = async (type: AnyEvent['type']) => (await events()).filter((event) => event.type === type);

let logins = 0;
async function logIn(account: number): Promise<void> {
  logins += 1;
  const times = { createdAt: new Date(1_795_000_000_000), expiresAt: new Date(Date.now() + 60_000) };
  const names = { _id: `secret-family-${logins}`, refreshDigest: `digest-${logins}`, refreshNumber: 0 };
  await families.begin({ ...names, ...times, account, method: 'basic_auth', generation: 0 });
}

test('logins and refusals are published without tokens and credentials', async () => {
  const reason = 'service_authentication_error';
  // The relay publishes only logins that happen after the start of the relay. So the test repeats logins
  // until an event appears.
  await expect
    .poll(
      async () => {
        await logIn(1);
        refusals.note({ account: 1, method: 'basic_auth', reason });
        return Math.min((await typed('login.granted')).length, (await typed('login.refused')).length);
      },
      { interval: 100 },
    )
    .toBeGreaterThan(0);
  await logIn(42);
  refusals.note({ account: null, method: 'api_key', reason });
  await expect
    .poll(
      async () => (await events()).filter(({ data }) => !('account' in data && data.account === 1)).length,
    )
    .toBe(2);
  const granted = (await typed('login.granted')).at(-1);
  expect(granted).toEqual({
    id: expect.stringMatching(/^login:[\w-]{43}$/),
    type: 'login.granted',
    at: 1_795_000_000_000,
    data: { account: 42, method: 'basic_auth' },
  });
  const refused = (await typed('login.refused')).at(-1);
  expect(refused?.id).toMatch(/^refusal:[0-9a-f]{24}$/);
  expect(refused?.data).toEqual({ account: null, method: 'api_key', reason });
  expect(new Set((await events()).map(({ id }) => id)).size).toBe((await events()).length);
  expect(JSON.stringify(await events())).not.toMatch(/secret-family|digest-/);
}, 600_000);

test('during a flood some refusals are not stored, so that no login waits', async () => {
  const count = () => engine.connection.collection('login_refusals').countDocuments({ reason: 'flood' });
  for (let number = 0; number < 500; number += 1) {
    refusals.note({ account: 7, method: 'basic_auth', reason: 'flood' });
  }
  await expect.poll(count).toBe(32);
  refusals.note({ account: 7, method: 'basic_auth', reason: 'flood' });
  await expect.poll(count).toBe(33);
});
