import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ErrorCode as NatsCode, type NatsConnection, NatsError } from 'nats';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { nobody } from '#contracts/claim.ts';
import { directSubjectOf, operation } from '#contracts/operation.ts';
import { refusal } from '#platform/errors/errors.ts';
import { Metrics } from '#platform/service/metrics.ts';
import { busFixture, context, echo, identity } from '#testing/bus.ts';
import { dataFolder } from '#testing/data-folder.ts';
import { natsPlan, startEngine } from '#testing/engine-process.ts';
import { Caller } from './caller.ts';
import { testSigner, testVerifier } from './claim-keys.fixture.ts';
import { connectNats } from './connection.ts';
import { Dispatcher } from './dispatcher.ts';
import { implement } from './implement.ts';
import { PreferredReplicas } from './preferred-replicas.ts';
import { Server } from './server.ts';
import { contractVersion } from './wire.ts';

const carts = Array.from({ length: 300 }, (_, at) => `t_0123456789abcdef${at}`);

describe('the replica of a cart', () => {
  const preferred = new PreferredReplicas();
  const chosen = (replicas: readonly string[]) =>
    carts.map((cart) => preferred.subjectFor('cart', replicas, cart));

  test('is any replica while at most one is known', () => {
    expect([chosen([])[0], chosen(['a'])[0]]).toEqual([null, null]);
  });

  test('is the same in every gateway, and each replica has about the same number of carts', () => {
    expect(chosen(['a', 'b', 'c'])).toEqual(chosen(['c', 'a', 'b']));
    const counts = ['a', 'b', 'c'].map(
      (name) => chosen(['a', 'b', 'c']).filter((one) => one === directSubjectOf('cart', name)).length,
    );
    expect(Math.min(...counts)).toBeGreaterThan(70);
    expect(counts.reduce((sum, one) => sum + one)).toBe(carts.length);
  });

  test('changes only for the carts of a replica that ends', () => {
    const [before, after] = [chosen(['a', 'b', 'c']), chosen(['a', 'b'])];
    const ofThird = directSubjectOf('cart', 'c');
    expect(after.filter((one, at) => one !== before[at] && before[at] !== ofThird)).toEqual([]);
    expect(after).not.toContain(ofThird);
  });
});

describe('a replica', () => {
  const [cart = ''] = carts;
  const timeout = () => Promise.reject(NatsError.errorForCode(NatsCode.Timeout));

  /** Returns a choice of three replicas with a clock, and the replica that it chooses for a cart. */
  function setUp() {
    const clock = { now: 1_000 };
    const preferred = new PreferredReplicas(() => clock.now);
    const chosen = (one: string) => preferred.subjectFor('cart', ['a', 'b', 'c'], one);
    const silent = (subject: string, ms = 450) =>
      preferred.send(subject, 'call.cart.read', () => {
        clock.now += ms;
        return timeout();
      });
    return { clock, preferred, chosen, silent, first: chosen(cart) ?? '' };
  }

  test.each([NatsCode.NoResponders, NatsCode.PermissionsViolation])(
    'that gets no requests (%s) is avoided for five seconds, and any other replica answers',
    async (code) => {
      const { clock, preferred, chosen, first } = setUp();
      const send = async (subject: string) => {
        if (subject === first) throw NatsError.errorForCode(code);
        return subject;
      };
      expect(await preferred.send(first, 'call.cart.read', send)).toBe('call.cart.read');
      expect(chosen(cart)).toBeNull();
      clock.now += 5_000;
      expect(chosen(cart)).toBe(first);
    },
  );

  test('that is silent is avoided for five seconds, and the carts of other replicas stay there', async () => {
    const { clock, chosen, silent, first } = setUp();
    const before = carts.map(chosen);
    await expect(silent(first)).rejects.toMatchObject({ code: 'TIMEOUT' });
    const after = carts.map(chosen);
    expect(after).not.toContain(first);
    expect(after.filter((one, at) => one !== before[at] && before[at] !== first)).toEqual([]);
    clock.now += 5_000;
    expect(carts.map(chosen)).toEqual(before);
  });

  test('is not avoided because a request had too little time for an answer', async () => {
    const { chosen, silent, first } = setUp();
    await silent(first, 50).catch(() => undefined);
    expect(chosen(cart)).toBe(first);
  });

  test.each([
    ['an answer', true, async () => 'reply'],
    ['a refusal', true, () => Promise.reject(refusal('service_not_allowed', {}))],
    ['503', false, () => Promise.reject(refusal('service_unavailable', { retry_after: 1 }))],
  ])('that has given %s while a request timed out is chosen again: %s', async (_what, isChosen, answer) => {
    const { clock, preferred, chosen, first } = setUp();
    const slow = preferred.send(first, 'call.cart.read', async () => {
      clock.now += 450;
      await preferred.send(first, 'call.cart.read', answer).catch(() => undefined);
      return timeout();
    });
    await expect(slow).rejects.toMatchObject({ code: 'TIMEOUT' });
    expect(chosen(cart) === first).toBe(isChosen);
  });

  test('is not chosen while all are silent', async () => {
    const { chosen, silent } = setUp();
    for (let at = 0; at < 3; at += 1) await silent(chosen(cart) ?? '').catch(() => undefined);
    expect(chosen(cart)).toBeNull();
  });
});

describe('on the bus', () => {
  const { connection } = busFixture();
  const cached = operation('test.cached', { ...echo, prefersReplica: true });

  /** Starts a replica. `metadata` without `replica` stands for a replica of an older release. */
  async function start(
    name: string,
    { metadata = { replica: name }, nats }: { metadata?: Record<string, string>; nats?: NatsConnection } = {},
  ) {
    const ran: string[] = [];
    const served = implement(cached, async ({ text }) => {
      ran.push(text);
      return { text: name, context: null };
    });
    const made = nats ?? (await connection());
    const dispatcher = new Dispatcher([served], pino({ level: 'silent' }), new Metrics('test'));
    const server = new Server(made, dispatcher, testVerifier);
    await server.start({ ...identity, metadata });
    return { ran, server, end: () => made.close() };
  }

  async function callerOf(names: readonly string[], nats?: NatsConnection) {
    const caller = new Caller(nats ?? (await connection()), testSigner);
    caller.replicas = { contract: contractVersion, namesOf: () => names };
    const ask = async (cart: string) =>
      (await caller.request(cached, { text: cart }, context({ claim: { ...nobody, cart } }))).text;
    return { ask };
  }

  test('requests for one cart reach the same replica, until it ends', async () => {
    const replicas = new Map([
      ['one', await start('one')],
      ['two', await start('two')],
    ]);
    const { ask } = await callerOf(['one', 'two']);
    const [cart = ''] = carts;
    const first = await ask(cart);
    for (let at = 0; at < 10; at += 1) expect(await ask(cart)).toBe(first);
    const answers = new Set(await Promise.all(carts.slice(0, 20).map(ask)));
    expect(answers).toEqual(new Set(['one', 'two']));
    await replicas.get(first)?.end();
    const other = first === 'one' ? 'two' : 'one';
    for (let at = 0; at < 3; at += 1) expect(await ask(cart)).toBe(other);
  });

  test('a replica that takes no work gets no requests', async () => {
    const [one, two] = [await start('one'), await start('two')];
    await one.server.takeWork(false);
    const { ask } = await callerOf(['one', 'two']);
    expect(new Set(await Promise.all(carts.slice(0, 20).map(ask)))).toEqual(new Set(['two']));
    await one.server.takeWork(true);
    const { ask: askLater } = await callerOf(['one', 'two']);
    const before = await Promise.all(carts.slice(0, 40).map(askLater));
    expect(new Set(before)).toEqual(new Set(['one', 'two']));
    expect(await Promise.all(carts.slice(0, 40).map(askLater))).toEqual(before);
    expect(two.ran.length).toBeGreaterThan(20);
  });

  test('a replica that is silent delays one request, and the next requests go elsewhere', async () => {
    const silent = await connection();
    await start('other');
    let heard = 0;
    silent.subscribe(directSubjectOf('test', 'silent'), {
      callback: () => {
        heard += 1;
      },
    });
    await silent.flush();
    const { ask } = await callerOf(['silent', 'other']);
    const answers: string[] = [];
    for (const cart of carts.slice(0, 20)) answers.push(await ask(cart));
    expect([new Set(answers), answers.length, heard]).toEqual([new Set(['other']), 20, 1]);
  });

  test('the first replica of a new release does not get the requests for those of older releases', async () => {
    const [old, older, fresh] = [
      await start('old', { metadata: {} }),
      await start('older', { metadata: {} }),
      await start('fresh'),
    ];
    const { ask } = await callerOf(['old', 'older', 'fresh']);
    for (const cart of carts.slice(0, 200)) await ask(cart);
    const counts = [old, older, fresh].map(({ ran }) => ran.length);
    expect(Math.min(...counts)).toBeGreaterThan(20);
    expect(counts[2]).toBeLessThan(160);
  });

  test('replicas of an older release answer requests for any cart', async () => {
    const replica = await start('old', { metadata: {} });
    const { ask } = await callerOf(['old', 'older']);
    expect(new Set(await Promise.all(carts.slice(0, 20).map(ask)))).toEqual(new Set(['old']));
    expect(replica.ran.length).toBe(20);
  });

  test.each([
    ['services', 'subscribe'],
    ['callers', 'publish'],
  ])('any replica answers while NATS forbids direct requests for %s', async (who, action) => {
    const folder = await dataFolder();
    await mkdir(folder, { recursive: true });
    const permissions = `{ ${action}: { allow: [">"], deny: ["direct.>"] } }`;
    const user = (name: string, more = '') => `{ user: ${name}, password: a-password${more} }`;
    const users = [user('all'), user('some', `, permissions: ${permissions}`)];
    const config = join(folder, 'nats.conf');
    await writeFile(config, `authorization { users = [ ${users.join(', ')} ] }`);
    const nats = await startEngine({
      ...natsPlan,
      arguments: (data, port) => [...natsPlan.arguments(data, port), '--config', config],
    });
    const connections: NatsConnection[] = [];
    const connect = async (isForbidden: boolean) => {
      const login = { NATS_USER: isForbidden ? 'some' : 'all', NATS_PASSWORD: 'a-password' };
      const made = await connectNats('cli', { NATS_URL: nats.url, ...login }, false);
      connections.push(made);
      return made;
    };
    const replicas = await Promise.all(
      ['one', 'two'].map(async (name) => start(name, { nats: await connect(who === 'services') })),
    );
    const { ask } = await callerOf(['one', 'two'], await connect(who === 'callers'));
    const answers = await Promise.all(carts.slice(0, 40).map(ask));
    // Every request is answered, and also later the replicas serve their other subjects.
    expect(new Set(answers)).toEqual(new Set(['one', 'two']));
    expect(new Set(await Promise.all(carts.slice(0, 40).map(ask)))).toEqual(new Set(['one', 'two']));
    expect(replicas.reduce((sum, { ran }) => sum + ran.length, 0)).toBe(80);
    for (const one of connections) await one.close();
    await nats.stop();
    await rm(folder, { recursive: true });
  });
});
