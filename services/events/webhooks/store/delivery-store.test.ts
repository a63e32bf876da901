import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Engine } from '#platform/mongodb/engine.ts';
import { mongodFixture } from '#testing/engines.ts';
import { DeliveryStore, type DueDelivery } from './delivery-store.ts';
import { WebhookStore } from './webhook-store.ts';

const mongod = mongodFixture();
const day = 86_400_000;
const now = 1_795_000_000_000;
const leaseMs = 30_000;
const failure = { status: 500, problem: 'the receiver answered 500' };
let engine: Engine;
/** The delivery stores of two replicas. */
let one: DeliveryStore;
let other: DeliveryStore;
let otherEngine: Engine;

beforeAll(async () => {
  const logger = pino({ level: 'silent' });
  engine = new Engine(mongod.url, logger);
  otherEngine = new Engine(mongod.url, logger);
  [one, other] = [new DeliveryStore(engine), new DeliveryStore(otherEngine)];
  await Promise.all([engine.start(() => one.prepare()), otherEngine.start(() => other.prepare())]);
});
afterAll(() => Promise.all([engine.close(), otherEngine.close()]));
beforeEach(() => raw().deleteMany({}));

const newest = { readConcern: { level: 'local' } } as const;
const raw = () => engine.connection.collection('webhook_deliveries');
const made = (event: number, webhook = 'a') => ({
  ...{
    id: `dl_${webhook}${event}`,
    webhook,
    event: `e${event}`,
    type: 'cart.changed',
    body: `{"n":${event}}`,
  },
  at: now + event,
});
const lease = async (store = one, at = now + 1_000, webhook = 'a') => store.lease(webhook, at, leaseMs);
const all = async () => (await one.list('a', null, { skip: 0, limit: 100 })).deliveries;
const fresh = {
  ...{ id: 'dl_a1', webhook: 'a', event: 'e1', type: 'cart.changed', state: 'waiting', attempts: 0 },
  ...{ createdAt: now + 1, nextAt: now + 1, deliveredAt: null, status: null, problem: '' },
};

test('an event is stored once for each webhook, no matter how often and by which replica the event is read', async () => {
  await Promise.all([one, other, one].map((store) => store.add([made(1), made(1, 'b')])));
  await other.add([made(1), made(2), made(1, 'b')]);
  expect(await all()).toMatchObject([{ event: 'e2' }, fresh]);
  expect(await one.count('b', 'waiting')).toBe(1);
});

test('two replicas lease each delivery once, in the order of their due times, and never early', async () => {
  await one.add(Array.from({ length: 12 }, (_, event) => made(event)));
  const leases = Array.from({ length: 16 }, (_, index) => lease(index % 2 === 0 ? one : other, now + 9));
  const leased = (await Promise.all(leases)).flatMap((due) => due?.event ?? []);
  expect([leased.length, new Set(leased).size]).toEqual([10, 10]);
  expect(await lease(one, now + 10)).toMatchObject({ event: 'e10', attempts: 1, body: '{"n":10}' });
});

test('an unfinished delivery can be leased again after its lease, and its late result changes nothing', async () => {
  await one.add([made(1)]);
  const late = (await lease(one)) as DueDelivery;
  expect(await lease(other, now + 1_000 + leaseMs - 1)).toBeNull();
  const due = (await lease(other, now + 1_000 + leaseMs)) as DueDelivery;
  expect(due).toMatchObject({ _id: late._id, attempts: 2 });
  await one.failed(late, failure, now + 40_000, 5_000);
  await other.delivered(due, { status: 204, problem: '' }, now + 41_000);
  await one.failed(late, failure, now + 42_000, null);
  const over = { state: 'delivered', nextAt: null, deliveredAt: now + 41_000, status: 204 };
  expect(await all()).toEqual([{ ...fresh, attempts: 2, ...over }]);
});

test('a failed delivery waits for its next try or becomes dead; it is replayed alone or with all dead ones', async () => {
  await one.add([made(1), made(2), made(3)]);
  await one.failed((await lease()) as DueDelivery, failure, now, 5_000);
  for (const _ of [2, 3]) await one.failed((await lease()) as DueDelivery, failure, now, null);
  expect(await lease(one, now + 4_999)).toBeNull();
  const [dead, , pending] = await all();
  expect(pending).toEqual({ ...fresh, attempts: 1, nextAt: now + 5_000, ...failure });
  expect(dead).toMatchObject({ event: 'e3', state: 'dead', attempts: 1, nextAt: null, ...failure });
  expect((await one.list('a', 'dead', { skip: 1, limit: 5 })).deliveries).toMatchObject([{ event: 'e2' }]);
  expect(await one.replayDead('a', now + 60_000)).toBe(2);
  expect(await one.replayDead('a', now + 60_000)).toBe(0);
  expect([await one.replay('a', 'dl_a1', now), await one.replay('b', 'dl_a1', now)]).toEqual([true, false]);
  expect(await all()).toMatchObject([
    { state: 'waiting', attempts: 0, nextAt: now + 60_000 },
    { state: 'waiting', attempts: 0, nextAt: now + 60_000 },
    { state: 'waiting', attempts: 0, nextAt: now },
  ]);
});

test('MongoDB removes delivered deliveries after eight days, all others after thirty', async () => {
  const indexes = await raw().indexes();
  expect(indexes).toContainEqual(expect.objectContaining({ key: { removeAt: 1 }, expireAfterSeconds: 0 }));
  await one.add([made(1), made(2), made(3)]);
  await one.delivered((await lease()) as DueDelivery, { status: 200, problem: '' }, now);
  await one.failed((await lease()) as DueDelivery, failure, now, null);
  const kept = await raw().find({}, newest).sort({ _id: 1 }).toArray();
  expect(kept.map(({ removeAt }) => (removeAt - now) / day)).toEqual([8, 30, 30 + 3 / day]);
  await one.replayDead('a', now + day);
  expect(await raw().findOne({ event: 'e2' }, newest)).toMatchObject({ removeAt: new Date(now + 31 * day) });
});

test('deleting the deliveries of a webhook deletes all of them and none of another webhook', async () => {
  const many = Array.from({ length: 1_500 }, (_, event) => made(event));
  await one.add([...many, made(1, 'b')]);
  await one.deleteOf('a');
  expect([await one.count('a', 'waiting'), await one.count('b', 'waiting')]).toEqual([0, 1]);
});

test('no query scans all deliveries, including finished ones and those of other webhooks', async () => {
  const webhooks = new WebhookStore(engine);
  await webhooks.prepare();
  await one.add(Array.from({ length: 300 }, (_, event) => made(event, 'full')));
  await one.add([made(1), made(2)]);
  const { db } = engine.connection;
  await db?.command({ profile: 2 });
  await lease();
  await lease(one, now - 1);
  await one.failed((await lease()) as DueDelivery, failure, now, null);
  await one.count('a', 'dead');
  for (const state of [null, 'dead'] as const) await one.list('a', state, { skip: 0, limit: 20 });
  await one.replayDead('a', now);
  await one.replay('a', 'dl_a1', now);
  await one.deleteOf('a');
  await webhooks.all();
  await db?.command({ profile: 0 });
  const seen = (await db?.collection('system.profile').find().toArray()) ?? [];
  const plans = seen
    .filter(({ ns }) => /\.webhook/.test(ns))
    .map(({ op, planSummary, docsExamined, hasSortStage }) => ({
      ...{ op, planSummary, docsExamined, hasSortStage },
    }));
  expect(plans.length).toBeGreaterThan(10);
  const bad = plans.filter(
    ({ planSummary, docsExamined, hasSortStage }) =>
      planSummary?.includes('COLLSCAN') || docsExamined > 4 || hasSortStage,
  );
  expect(bad).toEqual([]);
});

test('the backlog is the number of pending deliveries of given webhooks and the age of the oldest', async () => {
  expect(await one.backlog(['a', 'b'], now)).toEqual({ waiting: 0, oldestSeconds: 0 });
  await one.add([made(1), made(2), made(3), made(4, 'b'), made(0, 'c')]);
  const due = await lease(one, now + 1);
  await one.delivered(due as DueDelivery, { status: 200, problem: '' }, now + 5);
  expect(await one.backlog(['a', 'b'], now + 60_002)).toEqual({ waiting: 3, oldestSeconds: 60 });
});
