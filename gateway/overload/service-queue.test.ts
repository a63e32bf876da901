import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type QueuedRequest, type Rank, ServiceQueue } from './service-queue.ts';

const deadlineMs = 2_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A service that answers requests one after another, and a queue before it. Times are virtual milliseconds. */
class Shop {
  replicas = 1;
  /** Milliseconds of work for one request of one replica; infinity if the service does not answer. */
  workMs: number;
  /** Milliseconds that an answer takes in addition to its work. */
  delayMs = 2;
  #freeAt = 0;
  readonly queue: ServiceQueue;
  /** When each request was answered or refused, since it came. */
  served: number[] = [];
  refused: number[] = [];
  readonly begun: string[] = [];

  constructor(perSecond: number, fixedLimit?: number) {
    this.workMs = 1_000 / perSecond;
    const limit = fixedLimit === undefined ? {} : { fixedLimit };
    this.queue = new ServiceQueue({ replicas: () => this.replicas, calls: () => 0, ...limit });
  }

  /** The service answers nothing for so many milliseconds. */
  isAwayFor(milliseconds: number) {
    this.#freeAt = performance.now() + milliseconds;
  }

  #answer(): Promise<void> {
    this.#freeAt = Math.max(this.#freeAt, performance.now()) + this.workMs / this.replicas;
    return new Promise((resolve) => setTimeout(resolve, this.#freeAt + this.delayMs - performance.now()));
  }

  /** Sends a request. Returns the function with which its client leaves. */
  send(name = '', rank: Rank = 'guest', network = name, bytes = 0) {
    const cameAt = performance.now();
    const request: QueuedRequest = {
      ...{ rank, network, bytes },
      begin: async () => {
        this.begun.push(name);
        await this.#answer();
        this.served.push(performance.now() - cameAt);
      },
      refuse: () => void this.refused.push(performance.now() - cameAt),
    };
    return this.queue.enter(request, deadlineMs);
  }

  burst(count: number, network = (at: number) => `n${at}`) {
    for (let at = 0; at < count; at += 1) this.send(network(at), 'guest');
  }

  /** Lets time pass. Returns how many requests were served and refused, and the longest waits. */
  async after(milliseconds: number) {
    await vi.advanceTimersByTimeAsync(milliseconds);
    const [served, refused] = [this.served.toSorted((a, b) => a - b), this.refused.toSorted((a, b) => a - b)];
    this.served = [];
    this.refused = [];
    return { served, refused };
  }
}

const many = (at: number) => `n${at}`;
const one = () => 'the same';

test.each([
  [10, many],
  [100, one],
  [300, many],
  [1_000, many],
  [1_000, one],
])('%i guests at once are all served, as fast as the service can', async (count, network) => {
  const shop = new Shop(1_000);
  shop.burst(count, network);
  const { served, refused } = await shop.after(3_000);
  expect([served.length, refused]).toEqual([count, []]);
  expect(served.at(-1)).toBeLessThan(300 + 1.3 * count);
});

test.each([
  [3_000, 1_000],
  [3_000, 600],
  [10_000, 1_000],
])(
  'of %i guests at once, a service that answers %i a second serves what it can; the others learn so soon',
  async (count, perSecond) => {
    const shop = new Shop(perSecond);
    shop.burst(count);
    const { served, refused } = await shop.after(4_000);
    expect(served.length + refused.length).toBe(count);
    expect(served.length).toBeGreaterThan(1.3 * perSecond);
    expect(served.at(-1)).toBeLessThan(deadlineMs);
    expect(refused[refused.length >> 1]).toBeLessThanOrEqual(300);
    expect(refused.at(-1)).toBeLessThan(1_000);
  },
);

test.each([
  ['a second', 1_500],
  ['twenty minutes', 1_200_000],
])('after bursts and a pause of %s, a burst is served as by a new process', async (_, pauseMs) => {
  const shop = new Shop(500);
  for (let round = 0; round < 10; round += 1) {
    shop.burst(2_000);
    await shop.after(4_000 + pauseMs);
    expect(shop.queue.limit).toBe(32);
  }
  shop.burst(600);
  const { served, refused } = await shop.after(3_000);
  expect([served.length, refused]).toEqual([600, []]);
});

test('a service that becomes slow gets fewer requests at once; when it is fast again, it gets more', async () => {
  const shop = new Shop(20);
  for (let each = 0; each < 200; each += 1) {
    shop.send();
    await vi.advanceTimersByTimeAsync(25);
  }
  expect(shop.queue.limit).toBeLessThan(20);
  expect(shop.queue.limit).toBeGreaterThanOrEqual(8);
  shop.workMs = 1;
  for (let each = 0; each < 3_000; each += 1) {
    shop.send();
    if (each % 2 === 0) await vi.advanceTimersByTimeAsync(1);
  }
  expect(shop.queue.limit).toBeGreaterThan(20);
});

test('a slow first second of a new process refuses nobody', async () => {
  const shop = new Shop(1_000);
  shop.delayMs = 400;
  shop.burst(300);
  setTimeout(() => {
    shop.delayMs = 2;
  }, 500);
  expect((await shop.after(3_000)).refused).toEqual([]);
});

test('requests wait for a service that starts again, and are answered', async () => {
  const shop = new Shop(1_000);
  shop.isAwayFor(900);
  shop.burst(200);
  const { served, refused } = await shop.after(3_000);
  expect(refused).toEqual([]);
  expect(served).toHaveLength(200);
});

test('the limit follows the number of replicas', async () => {
  const shop = new Shop(100);
  shop.replicas = 2;
  shop.burst(200);
  expect(shop.queue.limit).toBe(64);
  shop.replicas = 1;
  await vi.advanceTimersByTimeAsync(100);
  expect(shop.queue.limit).toBeLessThan(40);
});

test('a known caller is served at once in the middle of a burst', async () => {
  const shop = new Shop(1_000);
  shop.burst(1_000);
  await shop.after(200);
  const before = shop.begun.length;
  shop.send('customer', 'known');
  await shop.after(100);
  expect(shop.begun.slice(before).indexOf('customer')).toBeLessThan(64);
});

test('while known callers keep coming, every fourth request to begin is the guest that waited longest', async () => {
  const shop = new Shop(100, 4);
  for (let at = 0; at < 4; at += 1) shop.send(`first${at}`);
  for (let at = 0; at < 40; at += 1) shop.send(`known${at}`, 'known');
  for (let at = 0; at < 20; at += 1) shop.send(`guest${at}`);
  await shop.after(260);
  const next = shop.begun.slice(4, 24);
  expect(next.filter((name) => name.startsWith('guest'))).toEqual([0, 1, 2, 3, 4].map((at) => `guest${at}`));
});

test('a large network waits longer than others; a flood waits for all', async () => {
  const shop = new Shop(1_000, 1);
  shop.send('first');
  for (let at = 0; at < 50; at += 1) shop.send('flood', 'flood', `f${at}`);
  for (let at = 0; at < 100; at += 1) shop.send('office', 'guest', 'office');
  for (let at = 0; at < 20; at += 1) shop.send('home', 'guest', `home${at}`);
  await shop.after(2_000);
  const order = shop.begun.slice(1);
  expect(order.lastIndexOf('home')).toBeLessThan(30);
  expect(order.indexOf('flood')).toBeGreaterThan(order.lastIndexOf('office'));
});

test('a client that leaves waits no longer', async () => {
  const shop = new Shop(100, 1);
  shop.send('first');
  const leave = shop.send('leaver');
  shop.send('next');
  leave?.();
  await shop.after(1_000);
  expect(shop.begun).toEqual(['first', 'next']);
});

test('when the bodies that wait are too large together, the last requests are refused', async () => {
  const shop = new Shop(100, 1);
  for (let at = 0; at < 400; at += 1) shop.send(`n${at}`, 'guest', `n${at}`, 262_144);
  // 64 MiB are 256 bodies of 256 KiB; the first request does not wait.
  expect(shop.refused.length).toBeGreaterThanOrEqual(400 - 256 - 1);
  expect(shop.queue.size).toBeLessThanOrEqual(256);
});

test('in one turn of the event loop, at most 16 requests begin', async () => {
  const shop = new Shop(1_000);
  shop.burst(40);
  expect(shop.begun).toHaveLength(16);
  await shop.after(50);
  expect(shop.begun).toHaveLength(40);
});
