import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { z } from 'zod';
import { setAccount } from '#contracts/accounts.ts';
import { createApiKey } from '#contracts/api-keys.ts';
import { countOtherLogin, identify, logIn } from '#contracts/login.ts';
import type { Operation } from '#contracts/operation.ts';
import type { noteSecurityEvents, readSecurityLog, SecurityEvent } from '#contracts/security-log.ts';
import { type ImplementedOperation, implement } from '#platform/bus/dispatcher.ts';
import { refusal, type ServiceError } from '#platform/errors/errors.ts';
import { Engine } from '#platform/mongodb/engine.ts';
import { createLogger } from '#platform/service/logger.ts';
import { Metrics } from '#platform/service/metrics.ts';
import { mongodFixture } from '#testing/engines.ts';
import { audited, securityLogOperations } from './security-log.ts';
import { SecurityLog, SecurityLogStore } from './store/security-log.ts';

const mongod = mongodFixture();
let engine: Engine;
let store: SecurityLogStore;
beforeAll(async () => {
  engine = new Engine(mongod.url, pino({ level: 'silent' }));
  store = new SecurityLogStore(engine, 90);
  await engine.start(() => store.prepare());
});
afterAll(() => engine.close());
beforeEach(async () => {
  await engine.connection.collection('security_log').deleteMany({});
});

const secret = 's'.repeat(32);
const context = { requestId: 'r-1', deadline: Date.now() + 60_000, claim: null };

/** Returns audited operations with a log in MongoDB, and functions to call them and to read the log. */
function auditing() {
  const lines: string[] = [];
  const logger = createLogger('auth-1', 'info', { write: (line) => void lines.push(line) });
  const securityLog = new SecurityLog({ store, logger, metrics: new Metrics('auth-1') });
  const accounts = { named: async (name: string) => (name === 'mia' ? ({ _id: 17 } as never) : null) };
  const deps = { accounts, securityLog, logger, secret };
  const [note, read] = securityLogOperations({ securityLog, securityLogStore: store }) as [
    ImplementedOperation,
    ImplementedOperation,
  ];
  let answer: unknown;
  const work = async () => {
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const operations: Operation[] = [identify, logIn, countOtherLogin, createApiKey, setAccount];
  const served = audited(
    operations.map((operation) => implement(operation, work)),
    deps,
  );
  /** Calls an operation whose reply or refusal is `given`. */
  const run = async <Q extends z.ZodType>(operation: Operation<Q>, request: z.input<Q>, given: unknown) => {
    answer = given;
    return served.find((one) => one.operation.name === operation.name)?.run(request, context);
  };
  const ask = async (query: z.input<typeof readSecurityLog.request> = {}) =>
    ((await read.run(query, context)) as { events: SecurityEvent[] }).events;
  return { run, lines, ask, note, securityLog };
}

const credentials = {
  kind: 'password',
  identifier: 'mia',
  secret: 'hunter2-hunter2',
  address: '203.0.113.9',
} as const;
const request = { body: {}, headers: {}, address: '203.0.113.9' };
const known = { identity: { account: 17, role: 'customer', manages: 'nothing', trusted: false } };
const wrong = () => refusal('service_authentication_error', {});

test('a failed login is logged with account, network address and request, without the password', async () => {
  const { run, ask, lines } = auditing();
  await expect(run(identify, { credentials, request }, wrong())).rejects.toThrow();
  const event = {
    ...{ event: 'login.failed', who: 'account:17', from: '203.0.113.9', requestId: 'r-1', about: '' },
    detail: 'basic_auth service_authentication_error',
  };
  await vi.waitFor(async () => expect(await ask()).toEqual([expect.objectContaining(event)]));
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ ...event, log: 'security' }),
  ]);
  expect(lines.join()).not.toMatch(/hunter2|mia/);
});

test('a name without an account is logged as a digest; equal names have equal digests', async () => {
  const { run, ask } = auditing();
  for (const identifier of ['nobody@example.com', 'NOBODY@example.com', 'other'])
    await expect(
      run(identify, { credentials: { ...credentials, identifier }, request }, wrong()),
    ).rejects.toThrow();
  await vi.waitFor(async () => expect(await ask()).toHaveLength(3));
  const names = (await ask()).map(({ who }) => who);
  expect(new Set(names).size).toBe(2);
  for (const who of names) expect(who).toMatch(/^name:[\w-]{22}$/);
});

test('the use of credentials in ordinary requests is logged once per network; every login is logged', async () => {
  const { run, ask } = auditing();
  for (const address of ['203.0.113.9', '203.0.113.9', '198.51.100.1'])
    await run(identify, { credentials: { ...credentials, address }, request }, known);
  const pair = { identity: { ...known.identity, account: null, role: null, trusted: true, pair: 3 } };
  await run(identify, { credentials: { ...credentials, kind: 'keys' }, request }, pair);
  // The gateway first identifies the caller of a login. This step logs nothing, because the login has its own
  // event.
  await run(identify, { credentials, request: null }, known);
  const login = { method: 'basic_auth', account: 17, request } as const;
  for (const _time of [1, 2]) await run(logIn, login, {});
  const expected = [
    ...['basic_auth login', 'basic_auth login', 'basic_auth', 'basic_auth'].map((detail) => [
      'account:17',
      detail,
    ]),
    ['pair:3', 'api_key'],
  ];
  await vi.waitFor(async () => {
    const events = await ask({ event: 'login.granted' });
    expect(events.map(({ who, detail }) => [who, detail]).toSorted()).toEqual(expected.toSorted());
  });
});

test.each<[what: string, error: ServiceError, details: string[]]>([
  [
    'by an extension of the shop, logged twice',
    refusal('service_login_extension_refusal', {
      ...{ status: 403, refusal: { code: 'my_own_code', message: 'No.', data: { status: 403 } } },
    }),
    ['basic_auth my_own_code', 'basic_auth my_own_code'],
  ],
  [
    'because of too many attempts, logged once',
    refusal('service_rate_limited', { retry_after: 5, limit: 5, window: 60 }),
    ['basic_auth service_rate_limited'],
  ],
  ['because of a fault of the service, not logged', refusal('service_unavailable', { retry_after: 1 }), []],
])('a login is refused twice: %s', async (_what, error, details) => {
  const { run, ask, securityLog } = auditing();
  for (const identifier of ['mia', 'mia2'])
    await expect(run(identify, { credentials: { ...credentials, identifier }, request }, error)).rejects.toBe(
      error,
    );
  securityLog.note({ event: 'login.granted', who: 'last', from: '', requestId: '', about: '', detail: '' });
  await vi.waitFor(async () => expect((await ask()).some(({ who }) => who === 'last')).toBe(true));
  const failed = await ask({ event: 'login.failed' });
  expect(failed.map(({ detail }) => detail)).toEqual(details);
});

test("an operator's changes of key pairs and roles are logged without keys and secrets", async () => {
  const { run, ask, lines } = auditing();
  const key = { id: 3, account: { id: 17, username: 'mia', role: 'shop_manager' } };
  const made = { key, consumerKey: 'ck_secret', consumerSecret: 'cs_secret' };
  await run(createApiKey, { permissions: 'read', description: 'till', user: 'mia' }, made);
  const changed = { account: { id: 17 }, tokensEnded: true };
  await run(setAccount, { reference: 'mia', change: { role: 'shop_manager' } }, changed);
  await run(
    setAccount,
    { reference: 'mia', change: { role: 'shop_manager' } },
    { ...changed, tokensEnded: false },
  );
  await vi.waitFor(async () => expect(await ask({ who: 'operator' })).toHaveLength(2));
  const found = (await ask()).map(({ event, about, detail }) => `${event} ${about} ${detail}`);
  expect(found.toSorted()).toEqual([
    'key.created pair:3 read for account:17',
    'role.changed account:17 role shop_manager',
  ]);
  expect(lines.join()).not.toMatch(/secret/);
});

const seen = (at: number, id: string): SecurityEvent => ({
  ...{ id, at, event: 'cart.read', who: 'pair:3', from: '203.0.113.9', requestId: 'r-2' },
  ...{ about: 'account:17', detail: 'GET /v2/session/:key' },
});

test('an event that a gateway sends twice is stored once; events are read newest first, since a given time', async () => {
  const { note, ask } = auditing();
  const now = Date.now();
  const ids = ['a', 'b', 'c'].map((digit) => `0b6a3c0e-7d5c-4b1e-9c55-${digit.repeat(12)}`);
  const events = ids.map((id, index) => seen(now - index * 1_000, id));
  for (const _time of [1, 2])
    expect(await note.run({ events } satisfies z.input<typeof noteSecurityEvents.request>, context)).toEqual({
      noted: 3,
    });
  await vi.waitFor(async () => expect(await ask()).toEqual(events));
  expect(await ask({ since: now - 1_000 })).toEqual(events.slice(0, 2));
  expect(await ask({ limit: 1 })).toEqual(events.slice(0, 1));
  expect(await ask({ who: 'guest' })).toEqual([]);
});

test('an event expires after the number of days for which the log is stored', async () => {
  const at = Date.UTC(2026, 2, 1);
  await store.write([seen(at, '0b6a3c0e-7d5c-4b1e-9c55-dddddddddddd')]);
  const collection = engine.connection.collection('security_log');
  const [kept] = await collection.find().toArray();
  expect(kept?.expiresAt).toEqual(new Date(at + 90 * 86_400_000));
  const indexes = await collection.indexes();
  expect(indexes).toContainEqual(expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 0 }));
});

test('at most a number of events is stored; the oldest are removed', async () => {
  const small = new SecurityLogStore(engine, 90, 100);
  const at = Date.UTC(2026, 2, 1);
  const idOf = (index: number) => `0b6a3c0e-7d5c-4b1e-9c55-${String(index).padStart(12, '0')}`;
  for (let index = 0; index < 130; index += 10) {
    const events = Array.from({ length: 10 }, (_, place) => seen(at + index + place, idOf(index + place)));
    await small.write(events);
  }
  const left = await small.read({ since: 0, event: null, who: null, limit: 1_000 });
  expect(left.map(({ id }) => id)).toEqual(Array.from({ length: 90 }, (_, index) => idOf(129 - index)));
});

test('a failed login at WordPress is logged', async () => {
  const { run, ask } = auditing();
  const address = '203.0.113.9';
  for (const failed of [false, true]) await run(countOtherLogin, { address, failed }, { counted: failed });
  const event = { event: 'login.failed', who: 'guest', from: address, detail: 'wordpress' };
  await vi.waitFor(async () => expect(await ask()).toEqual([expect.objectContaining(event)]));
});
