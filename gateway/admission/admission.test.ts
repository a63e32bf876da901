import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Entry } from '../cache/response-cache.ts';
import { Admission } from './admission.ts';
import { LoopDelay } from './loop-delay.ts';
import { NetworkLoads } from './network-loads.ts';

let now = 0;
let loop: LoopDelay;
let networkLoads: NetworkLoads;
let loads: Record<string, { inFlight: number; limit: number; begun: number }>;
let admission: Admission;
/** Milliseconds that each request waited because its connection was not read. */
let waited: number;
/** Milliseconds that the event loop was busy and idle. */
let times: { active: number; idle: number };
/** Milliseconds that a new request would wait in the scheduler, as the scheduler estimates. */
let queued: number;
/** Milliseconds that a request has waited in the scheduler when it begins. */
let begunAfter: number;
/** Requests that the admission has passed to `countRequest`. */
let read: IncomingMessage[];
/** `sent`: the requests that were refused at once. `held`: the networks whose refusals are delayed. */
let sent: IncomingMessage[];
let held: string[];

beforeEach(() => {
  now = 0;
  loads = {};
  waited = 0;
  queued = 0;
  begunAfter = 0;
  [sent, held, read] = [[], [], []];
  const clock = () => now;
  times = { active: 0, idle: 0 };
  [loop, networkLoads] = [new LoopDelay(clock, () => times), new NetworkLoads(clock)];
  const entry = {} as Entry;
  admission = new Admission({
    loop,
    networkLoads,
    connectionReads: { countRequest: (request) => void read.push(request), waitOf: () => waited },
    scheduler: { enter: (_network, _recent, _res, begin) => begin(begunAfter), expectedWait: () => queued },
    held: { hold: (network) => held.push(network) > 0 },
    caller: { load: (service) => loads[service] ?? null },
    cache: { byTarget: (target) => (target === '/v2/products/kept' ? entry : undefined) },
    known: {
      of: (authorization) => (authorization === 'Basic good' ? 'administrator' : undefined),
    },
    transport: { clientAddress: ({ headers }) => String(headers['x-forwarded-for'] ?? '192.0.2.1') },
    answer: { send: (request) => void sent.push(request) },
    sendStale: ({ url }) => url === '/v2/products/stale',
    metrics: { shed: () => undefined },
    logger: { warn: () => undefined },
  });
});

/** Simulates one tick for each lateness in `milliseconds`. `requestsEach` requests come before each tick. */
function late(milliseconds: readonly number[], requestsEach = 16) {
  for (const one of milliseconds) {
    for (let at = 0; at < requestsEach; at += 1) admission.refusalReason(requests.probe);
    now += 20 + one;
    loop.tick();
    loop.turnEnded();
  }
}

function asked(target: string, headers: Record<string, string> = {}, method = 'GET') {
  const request = new IncomingMessage(new Socket());
  return Object.assign(request, { method, url: target, headers });
}

const requests = {
  probe: asked('/health/ready?verbose'),
  administrator: asked('/v2/sessions', { authorization: 'Basic good' }),
  cheap: asked('/v2/products/kept'),
  customer: asked('/v2/cart/add-item', { 'cart-key': 'abc' }, 'POST'),
  guest: asked('/v2/cart/add-item', {}, 'POST'),
  flood: asked('/v2/cart', { 'x-forwarded-for': '203.0.113.9' }),
  hostile: asked('/v2/cart', { 'x-forwarded-for': '203.0.113.8' }),
};

/** Makes one network send many more requests than others, and another network send bad requests. */
function flooded() {
  for (let at = 0; at < 300; at += 1)
    networkLoads.answered(at < 200 ? '203.0.113.9' : `198.51.100.${at}`, 'good');
  for (let at = 0; at < 10; at += 1) networkLoads.answered('203.0.113.8', 'bad');
}

const letIn = () =>
  Object.entries(requests).flatMap(([rank, request]) =>
    admission.refusalReason(request) === null ? [rank] : [],
  );

/** Simulates a busy event loop for `ticks` ticks. `requestsEach` requests come before each tick. */
function worked(ticks: number, requestsEach = 16) {
  for (let at = 0; at < ticks; at += 1) {
    times = { active: times.active + 20, idle: 0 };
    late([0], requestsEach);
  }
}

const everybody = Object.keys(requests);

describe('a late event loop', () => {
  test.each([
    [10, everybody],
    [100, ['probe', 'administrator', 'cheap', 'customer', 'guest']],
    [250, ['probe', 'administrator', 'cheap', 'customer']],
    [350, ['probe', 'administrator', 'cheap']],
    [450, ['probe', 'administrator']],
    [600, ['probe', 'administrator']],
    [1_100, ['probe']],
  ])('by %i ms in a row lets in %j', (ms, expected) => {
    flooded();
    late([ms, ms]);
    expect(letIn()).toEqual(expected);
  });

  test('counts as late until the turn ends in which it became late', () => {
    flooded();
    for (let at = 0; at < 16; at += 1) admission.refusalReason(requests.probe);
    now += 20 + 250;
    expect(letIn()).toEqual(['probe', 'administrator', 'cheap', 'customer']);
    late([250]);
    expect(letIn()).toEqual(everybody);
  });

  test('refuses a network first that continues to flood, until it stops', () => {
    flooded();
    for (let round = 0; round < 10; round += 1) {
      late([100, 100]);
      for (let at = 0; at < 30; at += 1) expect(admission.refusalReason(requests.flood)).toBe('loop');
      now += 300;
    }
    expect(networkLoads.isFlood('203.0.113.9')).toBe(true);
    now += 3_000;
    expect(networkLoads.isFlood('203.0.113.9')).toBe(false);
  });

  test('refuses nothing while there are few requests', () => {
    flooded();
    late([600, 600], 4);
    expect(letIn()).toEqual(everybody);
  });

  test('with one long pause refuses nothing', () => {
    flooded();
    late([0, 700]);
    expect(letIn()).toEqual(everybody);
  });

  test('accepts every request again as soon as it is no longer late', () => {
    flooded();
    late([400, 400, 0]);
    expect(letIn()).toEqual(everybody);
  });
});

test('a wait for the turn of a connection counts twice, except before a cached answer', () => {
  flooded();
  waited = 125;
  expect(letIn()).toEqual(['probe', 'administrator', 'cheap', 'customer']);
  waited = 300;
  expect(letIn()).toEqual(['probe', 'administrator', 'cheap']);
  waited = 400;
  expect(letIn()).toEqual(['probe', 'administrator']);
  waited = 500;
  expect(letIn()).toEqual(['probe']);
});

test('a network that sends little is refused later than others, and its cached answers never', () => {
  flooded();
  for (let at = 0; at < 1_000; at += 1) networkLoads.answered('203.0.113.9', 'good');
  waited = 400;
  expect(letIn()).toEqual(['probe', 'administrator', 'cheap', 'customer', 'guest']);
  waited = 1_000;
  expect(letIn()).toEqual(['probe', 'cheap']);
});

test('a wait for other requests counts, except before a probe or an answer that is kept', () => {
  flooded();
  queued = 250;
  expect(letIn()).toEqual(['probe', 'administrator', 'cheap', 'customer']);
  queued = 1_000;
  expect(letIn()).toEqual(['probe', 'cheap']);
});

test('a request that has waited is refused only while guests are refused', () => {
  let begun = 0;
  const listener = admission.before(() => {
    begun += 1;
  });
  const beginsAfter = (waitedMs: number, request = requests.customer) => {
    const before = begun;
    begunAfter = waitedMs;
    listener(request, new ServerResponse(request));
    return begun > before;
  };
  expect([beginsAfter(1_300), beginsAfter(1_500)]).toEqual([true, false]);
  queued = 250;
  expect(admission.refusalReason(requests.guest)).toBe('loop');
  queued = 0;
  expect([beginsAfter(250), beginsAfter(300), beginsAfter(400, requests.administrator)]).toEqual([
    true,
    false,
    true,
  ]);
  late(Array(51).fill(0));
  expect(beginsAfter(400)).toBe(true);
});

test('a refused request gets a cached answer that may be stale, but not if its network floods', () => {
  const stale = asked('/v2/products/stale');
  const ofFlood = asked('/v2/products/stale', { 'x-forwarded-for': '203.0.113.9' });
  flooded();
  waited = 500;
  for (const request of [requests.guest, stale, ofFlood])
    admission.before(() => undefined)(request, new ServerResponse(request));
  expect([sent, held.length]).toEqual([[requests.guest], 1]);
});

test('a request past its deadline is dropped, except for probes and cached answers', () => {
  now += 1_500;
  loop.tick();
  expect(letIn()).toEqual(['probe', 'cheap']);
  expect(admission.refusalReason(requests.customer)).toBe('late');
  loop.turnEnded();
  expect(letIn()).toEqual(everybody);
});

test('in a turn of the loop that lasts beyond the deadline, the rest of it is dropped', () => {
  late([0, 0]);
  now += 1_500;
  expect(letIn()).toEqual(['probe', 'cheap']);
});

describe('a service that many wait for', () => {
  test.each([
    [30, everybody],
    [45, ['probe', 'administrator', 'cheap', 'customer', 'guest']],
    [75, ['probe', 'administrator', 'cheap', 'customer']],
    [90, ['probe', 'administrator', 'cheap']],
    [100, ['probe', 'cheap']],
  ])('up to %i %% of its limit lets in %j', (inFlight, expected) => {
    flooded();
    loads.cart = { inFlight, limit: 100, begun: 0 };
    expect(letIn()).toEqual(expected);
  });

  test('keeps nobody from another one', () => {
    loads.cart = { inFlight: 100, limit: 100, begun: 0 };
    expect(admission.refusalReason(asked('/v2/products/13'))).toBe(null);
    expect(admission.refusalReason(asked('/wp-json/cocart/v2/products'))).toBe(null);
    expect(admission.refusalReason(asked('/wp-json/cocart/v2/cart'))).toBe('busy');
    expect(admission.refusalReason(asked('/v1/get-cart'))).toBe('busy');
    expect(admission.refusalReason(asked('/v2/login', {}, 'POST'))).toBe(null);
    loads.auth = { inFlight: 512, limit: 512, begun: 0 };
    expect(admission.refusalReason(asked('/wp-json/cocart/v2/login', {}, 'POST'))).toBe('busy');
  });

  test('counts those who were let in and have not got there yet, until the next look at the clock', () => {
    loads.cart = { inFlight: 65, limit: 100, begun: 0 };
    const lets = () => Array.from({ length: 10 }, () => admission.refusalReason(requests.guest));
    expect(lets().filter((reason) => reason === null)).toHaveLength(5);
    late([0]);
    expect(lets().filter((reason) => reason === null)).toHaveLength(5);
  });

  test('counts a request once, also between two ticks', () => {
    const load = { inFlight: 60, limit: 100, begun: 0 };
    loads.cart = load;
    for (let requestsSent = 1; requestsSent <= 50; requestsSent += 1) {
      expect(admission.refusalReason(requests.guest)).toBe(null);
      // The gateway sends this request, and the service answers another request, so `inFlight` stays 60.
      load.begun = requestsSent;
    }
  });
});

describe('a flood', () => {
  test('waits for its refusals and not for its turn; others get theirs at once', () => {
    flooded();
    loads.cart = { inFlight: 100, limit: 100, begun: 0 };
    const listener = admission.before(() => undefined);
    for (const request of [requests.guest, requests.flood]) listener(request, new ServerResponse(request));
    expect([sent, held, read]).toEqual([[requests.guest], ['203.0.113.9'], [requests.guest]]);
  });

  test('of bad requests is refused while the event loop works most of its time', () => {
    flooded();
    worked(5);
    expect(letIn()).toEqual(everybody);
    worked(1);
    expect(letIn()).toEqual(everybody.filter((rank) => rank !== 'hostile'));
    expect([networkLoads.isHostile('203.0.113.8'), networkLoads.isHostile('203.0.113.9')]).toEqual([
      true,
      false,
    ]);
  });

  test('of bad requests is refused nothing while few ask, or nobody else', () => {
    flooded();
    worked(20, 2);
    expect(letIn()).toEqual(everybody);
    now += 3_000;
    for (let at = 0; at < 10; at += 1) networkLoads.answered('203.0.113.8', 'bad');
    worked(20);
    expect(admission.refusalReason(requests.hostile)).toBe(null);
  });

  test('of good requests does not become one of bad requests because it is refused', () => {
    flooded();
    late([100, 100]);
    for (let at = 0; at < 500; at += 1) admission.refusalReason(requests.flood);
    expect([networkLoads.isFlood('203.0.113.9'), networkLoads.isHostile('203.0.113.9')]).toEqual([
      true,
      false,
    ]);
  });
});
