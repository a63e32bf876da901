import { headers as newHeaders, RequestStrategy } from 'nats';
import { pino } from 'pino';
import { describe, expect, test, vi } from 'vitest';
import { nobody } from '#contracts/claim.ts';
import { broadcastSubjectOf, inboxOf, type Operation, operation, subjectOf } from '#contracts/operation.ts';
import { statusSubject } from '#contracts/status.ts';
import { testSigner, testVerifier } from '#platform/bus/claim-keys.fixture.ts';
import { unavailable } from '#platform/errors/errors.ts';
import { Metrics } from '#platform/service/metrics.ts';
import { add, busFixture, clean, context, echo, identity, keep } from '#testing/bus.ts';
import { newStatus } from '#testing/new-status.ts';
import { Caller } from './caller.ts';
import { ClaimSigner, newClaimKeys } from './claim.ts';
import type { Context } from './dispatcher.ts';
import { Dispatcher, implement } from './dispatcher.ts';
import { Server } from './server.ts';
import { contractVersion, decode, decodeReply, encode, encodeReply } from './wire.ts';

const { connection, replica } = busFixture();

test('a request carries its id, deadline, verified claim and kind of caller, and gets its reply', async () => {
  await replica();
  const caller = new Caller(await connection(), testSigner);
  const asked = context({
    claim: { ...nobody, cart: 't_0123456789abcdef' },
  });
  const reply = await caller.request(echo, { text: 'hello' }, asked);
  expect(reply).toEqual({
    text: 'hello',
    context: { ...asked, proof: expect.any(String), repeated: false, by: 'caller' },
  });
});

test.each([
  [2, '2', 2],
  [3, '3', 4],
])('claims have a form that all replicas understand: contract %i', async (contract, header, pieces) => {
  const made = await connection();
  let heard: string[] = [];
  made.subscribe(subjectOf(echo, 'caller'), {
    callback: (_error, message) => {
      heard = [message.headers?.get('Contract') ?? '', message.headers?.get('Claim') ?? ''];
      message.respond(encodeReply({ text: 'b', context: null }));
    },
  });
  await made.flush();
  const caller = new Caller(await connection(), testSigner);
  caller.replicas = { contract, countOf: () => 0 };
  await caller.request(echo, { text: 'a' }, context({ claim: nobody }));
  const [version, claim] = heard;
  expect([version, claim?.split('.').length]).toEqual([header, pieces]);
});

test('a refusal reaches the caller unchanged; any other error arrives without its details', async () => {
  await replica();
  const caller = new Caller(await connection(), testSigner);
  await expect(caller.request(echo, { text: 'refuse' }, context())).rejects.toMatchObject({
    code: 'service_product_invalid_id',
    message: 'No such thing.',
  });
  const broken = await caller.request(echo, { text: 'break' }, context()).catch((error: unknown) => error);
  expect(broken).toMatchObject({ code: 'service_internal' });
  expect(JSON.stringify(broken)).not.toContain('secret detail');
});

describe('a message that did not come from a caller', () => {
  async function sent(bytes: Uint8Array, fields: Record<string, string> = {}) {
    const { ran } = await replica();
    const headers = newHeaders();
    for (const [name, value] of Object.entries(fields)) headers.set(name, value);
    const made = await connection();
    const answer = await made.request(subjectOf(echo, 'caller'), bytes, { timeout: 500, headers });
    return { ran, reply: () => decodeReply(answer.data) };
  }

  test('that is not JSON is refused with a reply', async () => {
    const { reply } = await sent(Buffer.from('{"text":'));
    expect(reply).toThrow(expect.objectContaining({ code: 'service_invalid_request' }));
  });

  test('that does not fit the schema is refused and names the member', async () => {
    const { reply, ran } = await sent(encode({ text: 7 }));
    expect(reply).toThrow(
      expect.objectContaining({ data: { issues: [expect.objectContaining({ path: 'text' })] } }),
    );
    expect(ran).toEqual([]);
  });

  test('with a claim signed by another key is refused', async () => {
    const stranger = new ClaimSigner(newClaimKeys().privateKey);
    const body = encode({ text: 'a' });
    const claim = stranger.sign({ ...nobody, setsPrices: true }, echo, body, Date.now() + 9_000);
    const { reply, ran } = await sent(body, { Claim: claim });
    expect(reply).toThrow(expect.objectContaining({ code: 'service_not_allowed' }));
    expect(ran).toEqual([]);
  });

  test.each(['.', 'e30.', 'x.y.z', 'e30'])('with the claim %j is refused, never anonymous', async (claim) => {
    const { reply } = await sent(encode({ text: 'a' }), { Claim: claim });
    expect(reply).toThrow(expect.objectContaining({ code: 'service_not_allowed' }));
  });

  test('of a newer contract is refused with 503, so that another replica can take it', async () => {
    const { reply } = await sent(encode({ text: 'a' }), { Contract: String(contractVersion + 1) });
    expect(reply).toThrow(expect.objectContaining({ code: 'service_unavailable' }));
  });

  test('after its deadline a request gets no answer and has no effect', async () => {
    const { ran } = await replica();
    const headers = newHeaders();
    headers.set('Deadline', String(Date.now() - 1));
    const made = await connection();
    await expect(
      made.request(subjectOf(echo, 'caller'), encode({ text: 'a' }), { timeout: 200, headers }),
    ).rejects.toThrow();
    expect(ran).toEqual([]);
  });
});

test('without a replica, a request fails at once with 503', async () => {
  const caller = new Caller(await connection(), testSigner);
  const start = performance.now();
  await expect(caller.request(echo, { text: 'a' }, context())).rejects.toMatchObject({
    code: 'service_unavailable',
  });
  expect(performance.now() - start).toBeLessThan(20_000);
});

/** Starts a replica that receives requests and never answers. `heard` counts the received requests. */
async function silentReplica(asked: Operation) {
  const made = await connection();
  const silent = { heard: 0, close: () => made.close() };
  made.subscribe(subjectOf(asked, asked.access === 'operator' ? 'operator' : 'caller'), {
    queue: 'test',
    callback: () => {
      silent.heard += 1;
    },
  });
  await made.flush();
  return silent;
}

test('a try that is not answered is repeated, and another replica answers it', async () => {
  const silent = await silentReplica(echo);
  const caller = new Caller(await connection(), testSigner);
  const asked = caller.request(echo, { text: 'again' }, context({ deadline: Date.now() + 4_000 }));
  await expect.poll(() => silent.heard).toBe(1);
  await silent.close();
  const { ran } = await replica();
  expect((await asked).text).toBe('again');
  expect(ran).toEqual(['again']);
});

test('a replica that loses its connection while it begins or stops to take work answers once', async () => {
  const { server, connection: own } = await replica();
  vi.spyOn(own, 'flush').mockRejectedValueOnce(new Error('the connection is lost'));
  await expect(server.takeWork(false)).rejects.toThrow('the connection is lost');
  const options = { strategy: RequestStrategy.Timer, maxWait: 300 };
  let answers = 0;
  for await (const _ of await (await connection()).requestMany('$SRV.STATS.test', '', options)) answers += 1;
  expect(answers).toBe(1);
});

test('a try that is not answered is repeated to all replicas, and each idle replica may answer', async () => {
  const silent = await Promise.all([1, 2, 3].map(() => silentReplica(echo)));
  const { ran, server } = await replica();
  await server.takeWork(false);
  const caller = new Caller(await connection(), testSigner);
  caller.replicas = { contract: contractVersion, countOf: () => 4 };
  const asked = caller.request(echo, { text: 'again' }, context());
  await expect.poll(() => silent.reduce((all, { heard }) => all + heard, 0)).toBe(1);
  await server.takeWork(true);
  expect((await asked).text).toBe('again');
  expect(ran).toEqual(['again']);
  // Without the broadcast, NATS would have chosen a silent replica again with a probability of 3/4.
  expect(silent.reduce((all, { heard }) => all + heard, 0)).toBe(1);
});

test.each([
  ['only one replica runs', { contract: contractVersion, countOf: () => 1 }],
  [
    'so many replicas run that the retry budget does not suffice',
    { contract: contractVersion, countOf: () => 999 },
  ],
])('a repeat goes to one replica if %s', async (_what, replicas) => {
  const silent = await silentReplica(echo);
  const caller = new Caller(await connection(), testSigner);
  caller.replicas = replicas;
  const deadline = Date.now() + 700;
  await expect(caller.request(echo, { text: 'a' }, context({ deadline }))).rejects.toThrow();
  expect(silent.heard).toBe(2);
});

test('a request to all replicas runs only operations of callers, for a role that may call them', async () => {
  const forCart = operation('test.for-cart', { ...echo, askedBy: ['cart'] });
  const ran: string[] = [];
  const served = [echo, forCart, keep].map((one) =>
    implement(one, async ({ text }) => {
      ran.push(text);
      return { text, context: null };
    }),
  );
  const dispatcher = new Dispatcher(served, pino({ level: 'silent' }), new Metrics('test'));
  await new Server(await connection(), dispatcher, testVerifier).start(identity);
  const made = await connection();
  const repeated = async ({ name }: Operation, role: string, inbox = role) => {
    const headers = newHeaders();
    headers.set('Operation', name);
    const body = encode({ text: `${name} ${role} ${inbox}` });
    made.publish(broadcastSubjectOf('test', role), body, { headers, reply: `${inboxOf(inbox)}.a` });
    await made.flush();
  };
  await repeated(keep, 'cli');
  await repeated(keep, 'gateway');
  await repeated({ ...echo, name: 'test.unknown' }, 'gateway');
  await repeated(echo, 'cart');
  await repeated(echo, 'cart', 'gateway');
  await repeated(echo, 'gateway', 'cart');
  await repeated(forCart, 'gateway');
  await repeated(forCart, 'cart');
  await repeated(echo, 'gateway');
  await expect.poll(() => ran).toEqual(['test.for-cart cart cart', 'test.echo gateway gateway']);
});

test.each([
  [echo, ['a', 'a']],
  [keep, ['a']],
])('when the connection is lost, only repeatable requests are sent again: %#', async (asked, expected) => {
  const heard: string[] = [];
  const silent = await connection();
  silent.subscribe(subjectOf(asked, asked.access === 'operator' ? 'operator' : 'caller'), {
    callback: (_error, message) => {
      heard.push((decode(message.data) as { text: string }).text);
      if (heard.length === 2) message.respond(encodeReply({ text: 'again', context: null }));
    },
  });
  await silent.flush();
  const broken = await connection();
  const caller = new Caller(broken, testSigner, 60_000);
  const request = caller.request(asked, { text: 'a' }, context({ deadline: Date.now() + 60_000 }));
  const ended = request.then(
    ({ text }) => text,
    (error: { code: string }) => error.code,
  );
  await expect.poll(() => heard).toEqual(['a']);
  await broken.reconnect();
  expect(await ended).toBe(expected.length === 2 ? 'again' : 'service_unavailable');
  expect(heard).toEqual(expected);
});

test('a request with answer 503 is repeated, marked as a repeat, and another replica may answer', async () => {
  const repeated: (boolean | undefined)[] = [];
  const served = implement(echo, async ({ text }, { repeated: again }) => {
    repeated.push(again);
    if (repeated.length < 3) throw unavailable('not yet');
    return { text, context: null };
  });
  const made = await connection();
  const dispatcher = new Dispatcher([served], pino({ level: 'silent' }), new Metrics('test'));
  await new Server(made, dispatcher, testVerifier).start(identity);
  const caller = new Caller(await connection(), testSigner);
  expect((await caller.request(echo, { text: 'a' }, context())).text).toBe('a');
  expect(repeated).toEqual([false, true, true]);
});

test.each([
  ['a write', add, {}, 2],
  ['an operation that may be slow', clean, {}, 1],
  ['a write that may be slow', add, { mayBeSlow: true }, 1],
  ['an operator’s write', keep, {}, 1],
] as const)('%s without an answer is sent no more often than allowed', async (_what, asked, how, times) => {
  const silent = await silentReplica(asked);
  const caller = new Caller(await connection(), testSigner);
  const deadline = Date.now() + 700;
  await expect(caller.request(asked, { text: 'a' }, context({ deadline, ...how }))).rejects.toMatchObject({
    code: 'service_unavailable',
  });
  expect(silent.heard).toBe(times);
  // A write without repeats has a single try, which waits until the deadline.
  expect(Date.now()).toBeGreaterThanOrEqual(deadline - 15);
});

test("an operator's write that was refused with 503 is not repeated, because it may be half done", async () => {
  let ran = 0;
  const served = implement(keep, async () => {
    ran += 1;
    throw unavailable('the engine is closed');
  });
  const made = await connection();
  const dispatcher = new Dispatcher([served], pino({ level: 'silent' }), new Metrics('test'));
  await new Server(made, dispatcher, testVerifier).start(identity);
  const caller = new Caller(await connection('cli'), 'operator');
  await expect(caller.request(keep, { text: 'a' }, context())).rejects.toMatchObject({
    code: 'service_unavailable',
  });
  expect(ran).toBe(1);
});

test('a service forwards the signed claim that it received, only to operations that accept it', async () => {
  const taken: Context[] = [];
  const passedOn = operation('test.passed-on', { ...echo, forwardedBy: 'test' });
  const served = [echo, passedOn].map((asked) =>
    implement(asked, async ({ text }, context) => {
      taken.push(context);
      return { text, context: null };
    }),
  );
  const made = await connection();
  const dispatcher = new Dispatcher(served, pino({ level: 'silent' }), new Metrics('test'));
  await new Server(made, dispatcher, testVerifier).start(identity);
  const claim = { ...nobody, account: 42 };
  await new Caller(await connection(), testSigner).request(echo, { text: 'a' }, context({ claim }));
  const [given = context()] = taken;
  const service = new Caller(await connection(), 'service');
  await service.request(passedOn, { text: 'b' }, given);
  await service.request(echo, { text: 'c' }, given);
  await service.request(passedOn, { text: 'd' }, context({ claim }));
  expect(taken.map((one) => one.claim)).toEqual([claim, claim, null, null]);
});

test('no number of requests at once is refused, and the caller knows how many wait for a service', async () => {
  await replica();
  // A busy machine needs longer than a usual try.
  const caller = new Caller(await connection(), testSigner, 30_000);
  const asked = Array.from({ length: 1_000 }, () =>
    caller.request(echo, { text: 'a', delayMs: 300 }, context({ deadline: Date.now() + 30_000 })),
  );
  expect([caller.pendingOf('test'), caller.pendingOf('other')]).toEqual([1_000, 0]);
  expect(await Promise.all(asked)).toHaveLength(1_000);
  expect(caller.pendingOf('test')).toBe(0);
});

test('a stopping replica answers its running requests, and accepts no more', async () => {
  const { server, dispatcher } = await replica();
  const caller = new Caller(await connection(), testSigner);
  const taken = Array.from({ length: 20 }, (_, n) =>
    caller.request(echo, { text: `${n}`, delayMs: 100 }, context()),
  );
  await new Promise((resolve) => setTimeout(resolve, 30));
  await server.stop();
  await dispatcher.idle(5_000);
  expect(await Promise.all(taken)).toHaveLength(20);
  await expect(caller.request(echo, { text: 'more' }, context())).rejects.toMatchObject({
    code: 'service_unavailable',
  });
});

test('each replica reports its status in the NATS services protocol', async () => {
  await replica();
  await replica();
  const made = await connection();
  const found = async () => {
    const seen: unknown[] = [];
    const client = made.services.client({ strategy: RequestStrategy.Timer, maxWait: 300 });
    for await (const stats of await client.stats('test'))
      seen.push(stats.endpoints?.find(({ name }) => name === 'status')?.data);
    return seen;
  };
  await expect.poll(found).toEqual([newStatus, newStatus]);
  const direct = await made.request(statusSubject('test'), encode({}));
  expect(decode(direct.data)).toEqual({ ok: true, reply: newStatus });
});
