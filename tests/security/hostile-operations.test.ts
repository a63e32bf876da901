import type { NatsConnection } from 'nats';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import type { Claim } from '#contracts/claim.ts';
import type { Operation } from '#contracts/operation.ts';
import type { Caller } from '#platform/bus/caller.ts';
import { testClaimKeys } from '#platform/bus/claim-keys.fixture.ts';
import { connectNats } from '#platform/bus/connection.ts';
import type { Context, ImplementedOperation } from '#platform/bus/dispatcher.ts';
import { decode, encode } from '#platform/bus/wire.ts';
import { Metrics } from '#platform/service/metrics.ts';
import type { ProcessBody } from '#platform/service/process.ts';
import { Watchdog } from '#platform/service/watchdog.ts';
import { mongodFixture, natsFixture, redisFixture } from '#testing/engines.ts';
import { hostileTexts } from '#testing/hostile-shapes.ts';
import { isUp } from '#testing/is-up.ts';
import { shareOf } from '#testing/length.ts';
import { growthOf } from '#testing/linear.ts';
import { type Place, sampleRequests, withAt } from '#testing/sample-request.ts';
import { authBody } from '../../services/auth/service.ts';
import { AuthSettings } from '../../services/auth/settings.ts';
import { cartBody } from '../../services/cart/service.ts';
import { CartSettings } from '../../services/cart/settings.ts';
import { catalogueBody } from '../../services/catalogue/service.ts';
import { eventsBody } from '../../services/events/service.ts';
import { EventsSettings } from '../../services/events/settings.ts';

/**
 * Maximum CPU time of an operation in milliseconds. The limit is high, because other programs run at the same
 * time.
 */
const ceilingMs = 1_000;
/** Sizes of texts and lists that have no limit in their schema: half of the largest size that fits into a body. */
const half = { text: 131_000, list: 10_000, record: 10_000 };
/** Operations that check or make a password hash, which is slow on purpose. */
const hashes = new Set(['auth.identify', 'auth.create-account', 'auth.set-password']);

const [mongod, redis, nats] = [mongodFixture(), redisFixture(), natsFixture()];
const secret = 'a secret of at least thirty-two characters';
const logger = pino({ level: 'silent' });
const bodies: ProcessBody[] = [];
const operations = new Map<string, ImplementedOperation>();
let connection: NatsConnection;

/** Calls the services in this process. Encodes and decodes JSON, as NATS messages do. */
const caller = {
  request: async (operation: Operation, request: z.input<z.ZodType>, context: Context) => {
    const served = operations.get(operation.name);
    return decode(encode(await served?.run(decode(encode(request)), context)));
  },
} as unknown as Caller;

beforeAll(async () => {
  connection = await connectNats('hostile', { NATS_URL: nats.url }, true);
  const metrics = new Metrics('hostile');
  const watchdog = new Watchdog(logger, metrics);
  /**
   * Returns the dependencies of a service. Each service registers its metrics in a separate `Metrics`, as in its
   * own process.
   */
  const depsOf = (service: string) => ({
    ...{ replicaId: 'hostile', logger, metrics: new Metrics(service), nats: connection, caller, watchdog },
    presence: { sinceVisit: 0, visited: () => undefined },
  });
  const database = (name: string) => {
    const url = new URL(mongod.url);
    url.pathname += `-${name}`;
    return url.href;
  };
  const common = { NATS_URL: nats.url, CLAIM_PUBLIC_KEY: testClaimKeys.publicKey, OPERATIONS_TOKEN: secret };
  const auth = AuthSettings.parse({
    ...{ ...common, AUTH_MONGODB_URL: database('auth'), AUTH_REDIS_URL: redis.url, AUTH_SECRET: secret },
    LOGIN_RATE_LIMIT: 'off',
  });
  const cart = CartSettings.parse({
    ...{ ...common, CART_REDIS_URL: redis.url },
    ...{ GUEST_CART_LIMIT: 'off', COUPON_GUESS_LIMIT: 'off' },
  });
  const events = EventsSettings.parse({
    ...common,
    EVENTS_MONGODB_URL: database('events'),
    EVENTS_SECRET: secret,
  });
  bodies.push(
    catalogueBody({
      ...depsOf('catalogue'),
      holder: 'hostile',
      mongodbUrl: database('catalogue'),
      now: Date.now,
      staleForMs: 0,
    }),
    await authBody(auth, depsOf('auth')),
    eventsBody(events, depsOf('events')),
  );
  for (const served of bodies.flatMap((body) => body.served)) operations.set(served.operation.name, served);
  bodies.push(await cartBody(cart, depsOf('cart')));
  for (const served of bodies.flatMap((body) => body.served)) operations.set(served.operation.name, served);
  const mongodb = bodies.flatMap(({ dependencies }) => dependencies.filter(({ name }) => name === 'mongodb'));
  while (!(await isUp(mongodb))) await new Promise((done) => setTimeout(done, 20));
}, 120_000);

afterAll(async () => {
  for (const body of bodies) await body.shut?.();
  for (const body of bodies) await body.close();
  await connection.close();
});

const claim: Claim = {
  ...{ kind: 'guest', account: null, audience: 'public', cart: `t_${'a'.repeat(32)}`, carried: '' },
  ...{
    fresh: `t_${'b'.repeat(32)}`,
    setsPrices: true,
    setsFees: true,
    manages: 'read_write',
    client: 'hostile',
  },
};

/** Runs an operation and ignores its errors, because only the CPU time matters. */
async function run(served: ImplementedOperation, request: unknown): Promise<void> {
  const context = { requestId: 'hostile', deadline: Date.now() + 30_000, claim };
  await served.run(decode(encode(request)), context).catch(() => undefined);
}

/**
 * The hostile shapes for operations that only operators may use. These shapes are few, because operators are
 * trusted.
 */
const fewShapes = new Set(['blanks', 'brackets', 'digits', 'beginnings of tags']);

/** Returns functions for a member of a request. Each function makes a text, list or record of a given size. */
function fillings(
  { kind, entry }: Place,
  shapes: typeof hostileTexts,
): readonly { readonly name: string; make(size: number): unknown }[] {
  if (kind === 'text')
    return shapes.map(({ name, text }) => ({ name, make: (size) => text(size).slice(0, size) }));
  const varied = (at: number) =>
    typeof entry === 'number' ? at + 1 : typeof entry === 'string' ? `${at}` : entry;
  const list = (size: number) => Array.from({ length: size }, (_, at) => varied(at));
  if (kind === 'list') return [{ name: 'many entries', make: list }];
  return [
    {
      name: 'many members',
      make: (size) => Object.fromEntries(list(size).map((one, at) => [`m${at}`, one])),
    },
  ];
}

/** In the short form, each member of a request is tried with every sixteenth hostile shape. */
const turns = 16;

async function faultsOf(served: ImplementedOperation, turn: number): Promise<string[]> {
  const { operation } = served;
  const faults: string[] = [];
  const shapes = hostileTexts.filter(({ name }) => operation.access !== 'operator' || fewShapes.has(name));
  const places = sampleRequests(operation.request).flatMap(({ request, places: all }) =>
    all.map((place) => ({ request, place })),
  );
  for (const [index, { request, place }] of places.entries()) {
    const size = Math.max(
      1,
      Math.floor(Math.min(place.most ?? Number.POSITIVE_INFINITY, 2 * half[place.kind]) / 2),
    );
    for (const { name, make } of fillings(place, shareOf(shapes, turn + index, turns))) {
      const work = (at: number) => run(served, withAt(request, place.path, make(at)));
      const { once, twice, linear } = await growthOf(work, size, ceilingMs);
      const figures = `${once.toFixed(1)} ms, of twice the size ${twice.toFixed(1)} ms`;
      if (!linear) faults.push(`${place.path.join('.')} of ${name}: ${figures}`);
    }
  }
  return faults;
}

test('each operation accepts the sample requests of this test', () => {
  const refused = [...operations.values()].filter(({ operation: { request } }) =>
    sampleRequests(request).some((sample) => !request.safeParse(sample.request).success),
  );
  // These operations refuse a sample, because their schemas check the content of passwords, password hashes and
  // security events, and not only the form of a text.
  expect(refused.map(({ operation: { name } }) => name).sort()).toEqual([
    'auth.change-own-password',
    'auth.create-account',
    'auth.import-accounts',
    'auth.note-security-events',
    'auth.register-account',
    'auth.reset-password',
    'auth.set-password',
  ]);
});

test('no operation takes more than linear time', { timeout: 900_000 }, async () => {
  const faults: string[] = [];
  for (const [turn, served] of [...operations.values()].entries()) {
    if (hashes.has(served.operation.name)) continue;
    faults.push(...(await faultsOf(served, turn)).map((fault) => `${served.operation.name}: ${fault}`));
  }
  expect(faults).toEqual([]);
  expect(operations.size).toBeGreaterThan(60);
});
