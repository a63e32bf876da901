import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Cart } from '#contracts/cart.ts';
import type { Coupon } from '#contracts/coupons.ts';
import { Caller } from '#platform/bus/caller.ts';
import { connectNats } from '#platform/bus/connection.ts';
import { FeedPublisher } from '#platform/feed/publisher.ts';
import { FeedSubscriber } from '#platform/feed/subscriber.ts';
import { natsFixture, redisFixture } from '#testing/engines.ts';
import type { Change } from '../domain/commands.ts';
import { aCoupon } from '../domain/coupons/coupon.fixture.ts';
import { bounds, FakeCatalogue } from '../facts/catalogue.fixture.ts';
import { CouponsCache, catalogueListener } from '../facts/coupons-cache.ts';
import { FactsCache } from '../facts/facts-cache.ts';
import { anItem, factsOf } from '../model/context.fixture.ts';
import { contextsOf, Replicas } from './carts.fixture.ts';
import type { Carts } from './carts.ts';

const [redis, nats] = [redisFixture(), natsFixture()];
const logger = pino({ level: 'silent' });
const catalogue = new FakeCatalogue();
const closing: (() => unknown)[] = [];
/** Milliseconds by which the replicas' clock is ahead of the real time. */
let ahead = 0;
let running: Replicas;
let publisher: FeedPublisher<'catalogue'>;
let feeds: readonly FeedSubscriber[] = [];
let made = 0;
let key = '';

/** Starts one more replica with its own caches and feed. */
async function startReplica(): Promise<FeedSubscriber> {
  const connection = await connectNats('cart', { NATS_URL: nats.url }, false);
  const caller = new Caller(connection, 'service');
  const [facts, coupons] = [new FactsCache(caller, bounds), new CouponsCache(caller, bounds)];
  const feed = new FeedSubscriber(connection, 'catalogue', catalogueListener(facts, coupons), logger);
  for (const cache of [facts, coupons]) cache.follow(feed, { number: 1 });
  closing.push(
    () => feed.close(),
    () => connection.close(),
  );
  await running.start({ contexts: contextsOf(facts, { coupons, now: () => Date.now() + ahead }) });
  return feed;
}

/** Sets or deletes a coupon of the shop and publishes the change. */
function publish(code: string, coupon: Coupon | null): void {
  if (coupon) catalogue.coupons.set(code, coupon);
  else catalogue.coupons.delete(code);
  catalogue.number += 1;
  publisher.publish('catalogue', catalogue.number, { products: [], coupons: [code] });
}

/** Publishes a change of a coupon and waits until every replica has received the change. */
async function give(code: string, coupon: Coupon | null): Promise<void> {
  publish(code, coupon);
  const received = () => feeds.every(({ current, number }) => current && number === catalogue.number);
  await expect.poll(received).toBe(true);
}

beforeAll(async () => {
  running = new Replicas(redis.url, new Map());
  const connection = await catalogue.serve(nats.url);
  const feedConnection = await connectNats('cart', { NATS_URL: nats.url }, false);
  publisher = new FeedPublisher(feedConnection, { catalogue: async () => catalogue.number }, logger);
  closing.push(
    () => running.close(),
    () => publisher.close(),
    () => feedConnection.close(),
    () => connection.close(),
  );
  catalogue.products.set('13', factsOf());
  feeds = [await startReplica(), await startReplica()];
});
beforeEach(async () => {
  ahead = 0;
  await give('ten', aCoupon());
  await give('fiver', aCoupon({ id: 2, code: 'fiver', discountType: 'fixed_cart', amount: 500 }));
  await give('solo', aCoupon({ id: 3, code: 'solo', individualUse: true }));
  made += 1;
  key = `t_coupons-cart-of-a-test-${made}`;
  await change({ kind: 'add-item', item: anItem({ quantity: '2' }), email: null, phone: null });
  catalogue.asked.length = 0;
  catalogue.askedCodes.length = 0;
});
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

const context = () => ({ requestId: 'test', deadline: Date.now() + 30_000, claim: null });
const replica = (at: number) => running.carts[at] as Carts;
function change(asked: Change, { at = 0, once = `${Math.random()}`, cart = key } = {}) {
  const conditions = { once: { key: once, origin: 'client' as const, digest: 'd' }, ifRevision: null };
  return replica(at).change(cart, { conditions, changes: [asked], together: null }, context());
}
const apply = (code: string, options?: Parameters<typeof change>[1]) =>
  change({ kind: 'apply-coupon', code, email: null }, options);
const read = (at = 0) => replica(at).read(key, context());
const codes = ({ coupons }: Cart) => coupons.map(({ code }) => code);
const coded = ({ notices }: Cart) => notices.map((notice) => 'code' in notice && [notice.code, notice.data]);

test('a coupon is applied, reduces the total, and is removed again', async () => {
  const { cart } = await apply(' TEN ');
  expect(coded(cart)).toEqual([['coupon_applied', {}]]);
  // 2 × 18.00 = 36.00. The discount is 10 % = 3.60, which leaves 32.40. With 20 % tax = 6.48, the total is 38.88.
  expect(cart.totals).toMatchObject({ discount: 360, discountTax: 72, contents: 3_240, total: 3_888 });
  expect(codes(await read(1))).toEqual(['ten']);
  const removed = (await change({ kind: 'remove-coupon', code: 'ten' })).cart;
  // Without the coupon, the total is 36.00 and 20 % tax = 7.20, together 43.20.
  expect([codes(removed), removed.totals.total]).toEqual([[], 4_320]);
});

test('a cart without coupons requests none; one with coupons requests them once', async () => {
  await read();
  expect(catalogue.askedCodes).toEqual([]);
  await apply('ten');
  await apply('fiver');
  expect(catalogue.askedCodes).toEqual([['ten'], ['fiver']]);
  for (let count = 0; count < 10; count += 1) await read();
  expect(catalogue.askedCodes).toHaveLength(2);
  await read(1);
  expect(catalogue.askedCodes.slice(2)).toEqual([['ten', 'fiver']]);
});

test('a read of an unchanged cart with coupons writes nothing', async () => {
  const { revision } = (await apply('ten')).cart;
  await running.observer.config('RESETSTAT');
  for (let count = 0; count < 10; count += 1) expect((await read()).revision).toBe(revision);
  expect(await running.observer.info('commandstats')).not.toMatch(/cmdstat_(hset|xadd)/);
});

test('two replicas that apply two coupons at once lose none', async () => {
  await Promise.all([apply('ten', { at: 0 }), apply('fiver', { at: 1 })]);
  expect(codes(await read()).toSorted()).toEqual(['fiver', 'ten']);
});

test('copies of one application through two replicas get the same answer and have one effect', async () => {
  const copies = Array.from({ length: 20 }, (_, n) => apply('ten', { at: n % 2, once: `same-${key}` }));
  const answers = await Promise.all(copies);
  expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
  expect(new Set(answers.map(({ cart }) => JSON.stringify(coded(cart)))).size).toBe(1);
  expect(codes(await read())).toEqual(['ten']);
});

test('a refusal under a client’s key is repeated with its reason, even if the write would succeed now', async () => {
  await give('ten', aCoupon({ minimumSpend: 10_000 }));
  const refused = { code: 'service_coupon_failed_to_apply', data: { reason: 'minimum_spend' } };
  const once = `refused-${key}`;
  await expect(apply('ten', { once })).rejects.toMatchObject(refused);
  await give('ten', aCoupon());
  await expect(apply('ten', { once })).rejects.toMatchObject(refused);
  expect(codes((await apply('ten')).cart)).toEqual(['ten']);
});

test('sixty-four coupons at once: twenty are applied, in a few commits, and the others are refused', async () => {
  const many = Array.from({ length: 64 }, (_, n) => `many-${n}`);
  for (const [id, code] of many.entries())
    catalogue.coupons.set(code, aCoupon({ id: 100 + id, code, amount: 1 }));
  await running.observer.config('RESETSTAT');
  const results = await Promise.allSettled(many.map((code) => apply(code)));
  const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
  expect(refused).toEqual(Array(44).fill('service_cart_limit_exceeded'));
  expect(codes(await read())).toEqual(many.slice(0, 20));
  const [, commits] = /cmdstat_hset:calls=(\d+)/.exec(await running.observer.info('commandstats')) ?? [];
  expect(Number(commits)).toBeLessThanOrEqual(3);
  // The first write requests only its own coupon. The later writes share requests for many codes.
  expect(catalogue.askedCodes.length).toBeLessThanOrEqual(4);
});

test('an individual coupon replaces the others and allows no other', async () => {
  await apply('ten');
  const { cart } = await apply('solo');
  expect([codes(cart), coded(cart)]).toEqual([
    ['solo'],
    [
      ['coupon_applied', {}],
      ['coupons_replaced', { codes: ['ten'], by: 'solo' }],
    ],
  ]);
  await expect(apply('fiver', { at: 1 })).rejects.toMatchObject({ code: 'service_coupon_cannot_add' });
});

test('a deleted coupon is soon removed from open carts, with a notice in that answer only', async () => {
  const { revision } = (await apply('ten')).cart;
  publish('ten', null);
  let seen = await read(1);
  await expect
    .poll(
      async () => {
        if (codes(seen).length > 0) seen = await read(1);
        return codes(seen);
      },
      { interval: 20 },
    )
    .toEqual([]);
  expect(coded(seen)).toEqual([['coupon_dropped', { coupon: 'ten', reason: 'not_exist' }]]);
  expect(seen.revision).toBe(revision + 1);
  expect(await read(0)).toMatchObject({ revision: seen.revision, notices: [], coupons: [] });
});

test('a coupon that expires between two reads is removed at the second one', async () => {
  const utc = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19);
  await give('fiver', aCoupon({ id: 2, code: 'fiver', expires: { local: utc, utc } }));
  await apply('fiver', { at: 1 });
  expect(coded(await read())).toEqual([]);
  ahead = 3_602_000;
  expect(coded(await read())).toEqual([['coupon_dropped', { coupon: 'fiver', reason: 'expired' }]]);
  expect(coded(await read())).toEqual([]);
});

test('a customer at the usage limit of a coupon cannot apply it, another customer can', async () => {
  await give('ten', aCoupon({ usageLimitPerCustomer: 1, usedBy: ['7001'] }));
  for (const cart of ['7001', '7002']) {
    await change({ kind: 'add-item', item: anItem(), email: null, phone: null }, { cart });
  }
  await expect(apply('ten', { cart: '7001' })).rejects.toMatchObject({
    data: { reason: 'usage_limit_customer' },
  });
  expect(codes((await apply('ten', { cart: '7002' })).cart)).toEqual(['ten']);
});
