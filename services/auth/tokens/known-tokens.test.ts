import { setTimeout as sleep } from 'node:timers/promises';
import type { NatsConnection } from 'nats';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { tokenLogSubject, tokenStream } from '#contracts/tokens.ts';
import { connectNats } from '#platform/bus/connection.ts';
import { TokenLog } from '#platform/events/token-log.ts';
import { Engine } from '#platform/mongodb/engine.ts';
import { keepStreamsAt } from '#testing/engine-process.ts';
import { mongodFixture, natsFixture } from '#testing/engines.ts';
import { TcpProxy } from '#testing/tcp-proxy.ts';
import { FamilyStore, RevocationStore } from '../store/logins.ts';
import { SigningKeys } from '../store/signing-keys.ts';
import { KnownTokens } from './known-tokens.ts';
import { Revocations } from './revocations.ts';

const mongod = mongodFixture();
const nats = natsFixture();
const logger = pino({ level: 'silent' });
const unavailable = expect.objectContaining({ code: 'service_unavailable' });

/** The tokens of one auth replica, with its own connection to MongoDB. */
class Replica implements AsyncDisposable {
  readonly mongodb: TcpProxy;
  readonly #engine: Engine;
  readonly #connection: NatsConnection;
  readonly #revocations: Revocations;
  readonly known: KnownTokens;

  private constructor(mongodb: TcpProxy, engine: Engine, connection: NatsConnection) {
    this.mongodb = mongodb;
    this.#engine = engine;
    this.#connection = connection;
    const log = new TokenLog(connection);
    const [store, families] = [new RevocationStore(engine), new FamilyStore(engine)];
    const signingKeys = new SigningKeys(engine, 'a secret of tests, 32 characters or more');
    const options = { accessSeconds: 60, now: Date.now, publish: () => undefined };
    this.#revocations = new Revocations({ store, families, log, ...options });
    this.known = new KnownTokens({ store, log, signingKeys, logger });
    void engine.start(async () => {
      for (const one of [store, families, signingKeys]) await one.prepare();
    });
  }

  static async start(): Promise<Replica> {
    const url = new URL(mongod.url);
    const proxy = await TcpProxy.start(mongod.url);
    const { pathname } = url;
    // The connection is direct, because the client of a replica set would connect to MongoDB's own address
    // and bypass the proxy.
    const around = `mongodb://127.0.0.1:${proxy.port}${pathname}?directConnection=true`;
    const connection = await connectNats('auth', { NATS_URL: nats.url }, false);
    return new Replica(proxy, new Engine(around, logger), connection);
  }

  /** Resolves when this replica can work without MongoDB, because the log can confirm its tokens. */
  async ready(): Promise<void> {
    for (const end = Date.now() + 30_000; ; await sleep(50)) {
      const follows = await this.known.followed().then(
        () => true,
        () => false,
      );
      // The first confirmation marks a position in the log. The replica can use this position only after a later
      // confirmation.
      if (follows && this.known.logCanConfirm) return;
      if (Date.now() > end) throw new Error('the replica did not get ready');
    }
  }

  /** Ends a login. Returns the number of the acknowledged revocation. */
  async revoke(family: string): Promise<number> {
    const change = await this.#engine.transaction((session) =>
      this.#revocations.revokeFamily(session, family),
    );
    await this.#revocations.acknowledge([change]);
    return change.number;
  }

  isRevoked(family: string): Promise<boolean> {
    return this.known.isRevoked({ account: 1, generation: 0, family });
  }

  /** Deletes the log of revocations, as if NATS had started with a new disk. */
  async loseLog(): Promise<void> {
    const manager = await this.#connection.jetstreamManager();
    await manager.streams.delete(tokenStream);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.mongodb.heal();
    await this.#engine.close();
    await this.#connection.close();
    await this.mongodb[Symbol.asyncDispose]();
  }
}

let one: Replica;
let other: Replica;
let made = 0;
const aFamily = () => `a-family-of-tokens-${++made}`;

beforeAll(async () => {
  [one, other] = [await Replica.start(), await Replica.start()];
  for (const replica of [one, other]) await replica.ready();
});
afterEach(async () => {
  for (const { mongodb } of [one, other]) mongodb.heal();
  for (const replica of [one, other]) await replica.ready();
});
afterAll(async () => {
  for (const replica of [one, other]) await replica[Symbol.asyncDispose]();
});

test('an acknowledged revocation is known to every replica at once', async () => {
  const family = aFamily();
  expect(await other.isRevoked(family)).toBe(false);
  const number = await one.revoke(family);
  expect([await other.isRevoked(family), await other.known.number()]).toEqual([true, number]);
});

test('while MongoDB is unavailable, no revocation is acknowledged, and tokens are checked against the known ones', async () => {
  const family = aFamily();
  const number = await one.revoke(family);
  for (const { mongodb } of [one, other]) mongodb.cut();
  for (let round = 0; round < 20; round += 1) {
    for (const replica of [one, other]) {
      expect(await replica.known.number()).toBe(number);
      expect(await replica.isRevoked(family)).toBe(true);
    }
  }
  const refused = aFamily();
  await expect(one.revoke(refused)).rejects.toThrow(unavailable);
  expect(await other.isRevoked(refused)).toBe(false);
});

test('a replica without a connection to MongoDB learns every revocation that another one acknowledges', async () => {
  one.mongodb.cut();
  for (let round = 0; round < 30; round += 1) {
    const family = aFamily();
    // Concurrent requests, so that confirmations and acknowledgements happen at the same time.
    const concurrent = Array.from({ length: round % 5 }, () => one.known.number().catch(() => null));
    const number = await other.revoke(family);
    expect([await one.isRevoked(family), await one.known.number()]).toEqual([true, number]);
    await Promise.all(concurrent);
  }
});

test('concurrent revocations of two replicas are known to a third one without a connection to MongoDB', async () => {
  await using third = await Replica.start();
  await third.ready();
  third.mongodb.cut();
  const families = Array.from({ length: 20 }, aFamily);
  await Promise.all(
    families.map(async (family, index) => {
      await (index % 2 === 0 ? one : other).revoke(family);
      // The third replica answers with an error while a stored revocation is not acknowledged yet.
      const isKnown = await third.isRevoked(family).catch(() => null);
      expect(isKnown).not.toBe(false);
    }),
  );
  expect(await Promise.all(families.map((family) => third.isRevoked(family)))).not.toContain(false);
});

test('without its log a replica confirms nothing from memory, and acknowledges revocations once the log is made', async () => {
  one.mongodb.cut();
  await one.known.number();
  await other.loseLog();
  const family = aFamily();
  await expect(other.revoke(family)).rejects.toThrow(unavailable);
  expect(await other.isRevoked(family)).toBe(true);
  await keepStreamsAt(nats.url);
  await other.revoke(aFamily());
  // The new log lacks the entry at the replica's position, so the replica detects that the log was replaced.
  for (let round = 0; round < 3; round += 1) await expect(one.known.number()).rejects.toThrow(unavailable);
  one.mongodb.heal();
  await one.ready();
});

test('a replica without a connection to MongoDB skips what other roles let JetStream store in the log', async () => {
  // The other replicas may still have a position in the log that the test before has lost.
  await using fresh = await Replica.start();
  await fresh.ready();
  fresh.mongodb.cut();
  const connection = await connectNats('cart', { NATS_URL: nats.url }, false);
  const place = async () =>
    (await (await connection.jetstreamManager()).streams.info(tokenStream)).state.last_seq;
  const before = await place();
  connection.publish('$JS.API.STREAM.INFO.EVENTS', '', { reply: tokenLogSubject });
  connection.publish('event.cart.changed', 'x', { reply: tokenLogSubject });
  connection.publish(tokenLogSubject, '');
  await expect.poll(place).toBeGreaterThanOrEqual(before + 3);
  const family = aFamily();
  const number = await other.revoke(family);
  expect([await fresh.isRevoked(family), await fresh.known.number()]).toEqual([true, number]);
  // An entry that may revoke tokens in a way that is not known here is not skipped.
  connection.publish(tokenLogSubject, JSON.stringify({ id: 'a', changes: [{ number: 1, change: {} }] }));
  await expect.poll(place).toBeGreaterThan(before + 4);
  await expect(fresh.known.number()).rejects.toThrow(unavailable);
  await connection.close();
});

test('a replica that has not read MongoDB yet confirms nothing', async () => {
  one.mongodb.cut();
  const [store, signingKeys] = [{ last: never, since: never }, { publicKeys: never }];
  const connection = await connectNats('auth', { NATS_URL: nats.url }, false);
  const known = new KnownTokens({ store, signingKeys, logger, log: new TokenLog(connection) });
  await expect(known.number()).rejects.toThrow(unavailable);
  await expect(known.page(0)).rejects.toThrow(unavailable);
  await connection.close();
});

test('a replica that has not read MongoDB yet waits for a slow answer', async () => {
  const slow = async () => {
    await sleep(300);
    return 7;
  };
  const store = { last: slow, since: async () => ({ number: 7, changes: [] }) };
  const log = { append: never, between: never };
  const known = new KnownTokens({ store, signingKeys: { publicKeys: async () => [] }, logger, log });
  expect(await known.number()).toBe(7);
});

/** A stand-in for a MongoDB that does not answer. */
async function never(): Promise<never> {
  await sleep(1);
  throw new Error('MongoDB is away');
}
