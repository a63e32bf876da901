import { describe, expect, test, vi } from 'vitest';
import { type Status, services } from '#contracts/status.ts';
import { connectNats } from '#platform/bus/connection.ts';
import { PresenceBoard } from '#platform/bus/presence.ts';
import { catalogueProcess } from '#testing/catalogue-process.ts';
import { newStatus } from '#testing/new-status.ts';
import manifest from '../../package.json' with { type: 'json' };
import { runWith } from '../program.fixture.ts';
import { connectBus } from '../shared/bus.ts';
import { type Answer, isComplete, problemsOf, rowsOf } from './status.ts';

const catalogue = catalogueProcess();
const status = (...args: string[]) =>
  runWith({ connect: () => connectBus(catalogue.address) }, ['status', ...args]);
const until = (holds: () => Promise<void>) => vi.waitFor(holds, { timeout: 30_000, interval: 200 });

const answer = (replica: string, more: Partial<Status> = {}): Answer => ({
  service: replica.slice(0, replica.lastIndexOf('-')),
  ...{ replica, version: '1.0.0', privateUrl: null, status: { ...newStatus, ...more } },
});
const all = services.map((service) => answer(`${service}-1`));

describe('a system without its other services', () => {
  test('has a row for each missing service and for the replica that answers, and exit code 1', async () => {
    const { code, out, err } = await status('--json');
    const { ok, problems, replicas } = JSON.parse(out);
    expect([code, ok]).toEqual([1, false]);
    expect(JSON.parse(err)).toEqual({
      error: { kind: 'failed', exitCode: 1, message: 'not everything is well' },
    });
    expect(problems).toEqual(
      ['auth', 'cart', 'events', 'gateway'].map((one) => `${one}: no replica answers`),
    );
    expect(replicas.map(({ service, state }: Answer & { state: string }) => [service, state])).toEqual([
      ['auth', 'missing'],
      ['cart', 'missing'],
      ['catalogue', 'ready'],
      ['events', 'missing'],
      ['gateway', 'missing'],
    ]);
    const isUp = { state: 'up', reason: '', since: expect.any(Number) };
    expect(replicas[2]).toEqual({
      ...{ service: 'catalogue', replica: 'catalogue-1', state: 'ready', version: manifest.version },
      privateUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      ...{
        lastSeenSeconds: null,
        uptimeSeconds: expect.any(Number),
        requests: 0,
        errors: 0,
        averageMs: null,
      },
      ...{
        reasons: [],
        dependencies: expect.objectContaining({
          ...{ nats: isUp, listing: isUp },
          mongodb: { ...isUp, version: expect.stringMatching(/^\d+\.\d+\.\d+/) },
        }),
        feeds: {},
        backlogs: {},
      },
      clocks: expect.objectContaining({ mongodb: expect.any(Number) }),
    });
  });

  test('is printed as a table with one sentence for each problem', async () => {
    const { code, out } = await status();
    expect(code).toBe(1);
    expect(out).toMatch(/^catalogue +catalogue-1 +ready .* nats, mongodb, listing/m);
    expect(out).toMatch(/^cart +- +MISSING /m);
    expect(out).toMatch(/^cart: no replica answers$/m);
  });

  test('reports a replica that disappeared, but not one that announced its end', async () => {
    const nats = await connectNats('test', catalogue.address, false);
    const boards = ['cart-1', 'cart-2'].map((name) => new PresenceBoard(nats, 'cart', name));
    const rows = async () => JSON.parse((await status('--json')).out).replicas as { replica: string }[];
    const names = async () => (await rows()).map(({ replica }) => replica).filter(Boolean);
    await until(async () => expect(await names()).toEqual(['cart-1', 'cart-2', 'catalogue-1']));
    boards[0]?.close();
    await nats.flush();
    await nats.close();
    await until(async () => expect(await names()).toEqual(['cart-2', 'catalogue-1']));
    expect((await rows())[1]).toMatchObject({ state: 'no answer', lastSeenSeconds: expect.any(Number) });
    boards[1]?.close();
  });
});

test('with --json a missing bus is reported as JSON', async () => {
  const connect = () => connectBus({ NATS_URL: 'nats://127.0.0.1:9' });
  const { code, out, err } = await runWith({ connect }, ['status', '--json']);
  const problem = "the system's bus at nats://127.0.0.1:9 cannot be reached: CONNECTION_REFUSED";
  expect([code, JSON.parse(err).error.message]).toEqual([1, 'not everything is well']);
  const { ok, problems, replicas } = JSON.parse(out);
  expect([ok, problems]).toEqual([false, [problem]]);
  expect(replicas.map(({ state }: { state: string }) => state)).toEqual(services.map(() => 'missing'));
});

test('the answers are complete when each service has a replica and all announced replicas have answered', () => {
  const seen = [{ service: 'cart', replica: 'cart-2', agoSeconds: 4 }];
  expect(isComplete(all)).toBe(true);
  expect(isComplete(all.slice(1))).toBe(false);
  expect(isComplete([...all, answer('gateway-2', { seen })])).toBe(false);
  expect(isComplete([...all, answer('gateway-2', { seen }), answer('cart-2')])).toBe(true);
});

test('a healthy system has a row for each replica in order, and no problem', () => {
  const rows = rowsOf([answer('cart-10'), ...all, answer('cart-2')]);
  expect(rows.flatMap(problemsOf)).toEqual([]);
  expect(rows.map((row) => 'replica' in row && row.replica)).toEqual([
    ...['auth-1', 'cart-1', 'cart-2', 'cart-10', 'catalogue-1', 'events-1', 'gateway-1'],
  ]);
});

test('each problem is one sentence', () => {
  const now = 100_000;
  const rows = rowsOf([
    answer('cart-1', {
      now,
      ready: false,
      reasons: ['the bus is away'],
      dependencies: {
        nats: { state: 'up', reason: '', since: 0 },
        redis: { state: 'sick', reason: 'its memory is full', since: now - 65_000 },
      },
      feeds: {
        settings: { current: false, behindSeconds: 2.26 },
        tokens: { current: false, behindSeconds: null },
      },
      seen: [{ service: 'cart', replica: 'cart-2', agoSeconds: 65 }],
    }),
    { ...answer('auth-1'), status: null },
  ]);
  expect(rows.flatMap(problemsOf)).toEqual([
    'auth-1 reports no status: it runs another version',
    'cart-1 is not ready: the bus is away',
    'cart-1: redis is sick for 1 min 5 s: its memory is full',
    'cart-1: the feed settings is 2.3 s behind',
    'cart-1: the feed tokens was never heard',
    'cart-2 does not answer; it was there 1 min 5 s ago',
    ...['catalogue', 'events', 'gateway'].map((one) => `${one}: no replica answers`),
  ]);
});
