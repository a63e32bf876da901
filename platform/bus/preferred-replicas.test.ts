import { ErrorCode as NatsCode, NatsError } from 'nats';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { nobody } from '#contracts/claim.ts';
import { directSubjectOf, operation } from '#contracts/operation.ts';
import { refusal } from '#platform/errors/errors.ts';
import { Metrics } from '#platform/service/metrics.ts';
import { busFixture, context, echo, identity } from '#testing/bus.ts';
import { Caller } from './caller.ts';
import { testSigner, testVerifier } from './claim-keys.fixture.ts';
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
});

describe('a replica', () => {
  const [cart = ''] = carts;
  const timeout = () => Promise.reject(NatsError.errorForCode(NatsCode.Timeout));

  /** Returns a choice with a clock, and the replica that it chooses for a cart. */
  function setUp() {
    const clock = { now: 1_000 };
    const preferred = new PreferredReplicas(() => clock.now);
    const current = () => preferred.subjectFor('cart', ['a', 'b'], cart) ?? '';
    return { clock, preferred, current, first: current() };
  }

  test.each([NatsCode.NoResponders, NatsCode.PermissionsViolation])(
    'that gets no requests (%s) is avoided for five seconds, and any other replica answers',
    async (code) => {
      const { clock, preferred, current, first } = setUp();
      const send = async (subject: string) => {
        if (subject === first) throw NatsError.errorForCode(code);
        return subject;
      };
      expect(await preferred.send(first, 'call.cart.read', send)).toBe('call.cart.read');
      expect(current()).not.toBe(first);
      clock.now += 5_000;
      expect(current()).toBe(first);
    },
  );

  test('that is silent is avoided, and the request fails so that it is repeated', async () => {
    const { preferred, current, first } = setUp();
    await expect(preferred.send(first, 'call.cart.read', timeout)).rejects.toMatchObject({ code: 'TIMEOUT' });
    expect(current()).not.toBe(first);
  });

  test.each([
    ['an answer', async () => 'reply'],
    ['a refusal', () => Promise.reject(refusal('service_not_allowed', {}))],
  ])(
    'that has given %s while a request timed out is not avoided, because it is only slow',
    async (_what, answer) => {
      const { clock, preferred, current, first } = setUp();
      const slow = preferred.send(first, 'call.cart.read', async () => {
        clock.now += 100;
        await preferred.send(first, 'call.cart.read', answer).catch(() => undefined);
        return timeout();
      });
      await expect(slow).rejects.toMatchObject({ code: 'TIMEOUT' });
      expect(current()).toBe(first);
    },
  );

  test('is not chosen while all are avoided', async () => {
    const { preferred, current, first } = setUp();
    await preferred.send(first, 'x', timeout).catch(() => undefined);
    await preferred.send(current(), 'x', timeout).catch(() => undefined);
    expect(current()).toBe('');
  });
});

describe('on the bus', () => {
  const { connection } = busFixture();
  const cached = operation('test.cached', { ...echo, prefersReplica: true });

  /** Starts a replica. `metadata` without `replica` stands for a replica of an older release. */
  async function start(name: string, metadata: Record<string, string> = { replica: name }) {
    const ran: string[] = [];
    const served = implement(cached, async ({ text }) => {
      ran.push(text);
      return { text: name, context: null };
    });
    const made = await connection();
    const dispatcher = new Dispatcher([served], pino({ level: 'silent' }), new Metrics('test'));
    const server = new Server(made, dispatcher, testVerifier);
    await server.start({ ...identity, metadata });
    return { ran, server, end: () => made.close() };
  }

  async function callerOf(names: readonly string[]) {
    const caller = new Caller(await connection(), testSigner);
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
    await two.server.takeWork(false);
    const { ask: askLater } = await callerOf(['one', 'two']);
    expect(new Set(await Promise.all(carts.slice(0, 20).map(askLater)))).toEqual(new Set(['one']));
  });

  test('replicas of an older release answer requests for any cart', async () => {
    const replica = await start('old', {});
    const { ask } = await callerOf(['old', 'older']);
    expect(new Set(await Promise.all(carts.slice(0, 20).map(ask)))).toEqual(new Set(['old']));
    expect(replica.ran.length).toBe(20);
  });
});
