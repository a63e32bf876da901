import { afterEach, beforeEach, expect, test } from 'vitest';
import { Caller } from '#platform/bus/caller.ts';
import { connectNats } from '#platform/bus/connection.ts';
import { natsFixture } from '#testing/engines.ts';
import { aCoupon } from '../domain/coupons/coupon.fixture.ts';
import { bounds, FakeCatalogue } from './catalogue.fixture.ts';
import { CouponsCache } from './coupons-cache.ts';

const nats = natsFixture();
const open: { close(): Promise<void> }[] = [];
const feed = { current: true, number: 1, completeAt: 0 };
let catalogue: FakeCatalogue;
let cache: CouponsCache;

beforeEach(async () => {
  Object.assign(feed, { current: true, number: 1, completeAt: performance.now() });
  catalogue = new FakeCatalogue();
  const connection = await connectNats('cart', { NATS_URL: nats.url }, false);
  open.push(await catalogue.serve(nats.url), connection);
  cache = new CouponsCache(new Caller(connection, 'service'), bounds);
  cache.follow(feed, { number: 1 });
  give(1);
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

const context = () => ({ requestId: 'test', deadline: Date.now() + 30_000, claim: null });
/** Returns the discount of each code in millionths of the price. Null for a code without a coupon. */
const of = async (codes: string[], allowStale = false) => {
  const { coupons, stale } = await cache.lookUp(codes, context(), allowStale);
  return { amounts: codes.map((code) => coupons.get(code)?.amount ?? null), stale };
};
function give(amount: number, code = 'ten'): void {
  catalogue.coupons.set(code, aCoupon({ code, amount }));
}

test('missing coupons are requested together; cached codes, even without a coupon, are not', async () => {
  expect(await of(['ten', 'none', 'ten'])).toEqual({ amounts: [1, null, 1], stale: false });
  await of(['ten', 'none']);
  expect(catalogue.askedCodes).toEqual([['ten', 'none']]);
  give(2, 'two');
  expect((await of(['ten', 'two'])).amounts).toEqual([1, 2]);
  expect(catalogue.askedCodes.slice(1)).toEqual([['two']]);
});

test('a change of a code requests that coupon only; a change of products requests none', async () => {
  give(2, 'two');
  await of(['ten', 'two']);
  give(3);
  cache.apply({ products: [13], terms: true });
  expect((await of(['ten'])).amounts).toEqual([1]);
  cache.apply({ products: [], coupons: ['ten', 'unheard-of'] });
  expect((await of(['ten', 'two'])).amounts).toEqual([3, 2]);
  expect(catalogue.askedCodes).toEqual([['ten', 'two'], ['ten']]);
});

test('after missed changes, no cached coupon is fresh', async () => {
  await of(['ten']);
  catalogue.coupons.clear();
  cache.markAllStale();
  expect((await of(['ten'])).amounts).toEqual([null]);
});

test('an answer older than a received change is not cached', async () => {
  feed.number = 2;
  await of(['ten']);
  catalogue.number = 2;
  give(2);
  expect((await of(['ten'])).amounts).toEqual([2]);
});

test('more codes than fit into one message cause several requests', async () => {
  const codes = Array.from({ length: 120 }, (_, n) => `c${n}`);
  for (const [amount, code] of codes.entries()) give(amount, code);
  expect((await of(codes)).amounts).toEqual(codes.map((_, n) => n));
  expect(catalogue.askedCodes.map(({ length }) => length)).toEqual([50, 50, 20]);
});

test('coupons missing in a full reply are requested again; an empty reply is an error', async () => {
  for (const [amount, code] of ['a', 'b', 'c'].entries()) give(amount, code);
  catalogue.portion = 2;
  expect((await of(['a', 'ten', 'b', 'none', 'c'])).amounts).toEqual([0, 1, 1, null, 2]);
  expect(catalogue.askedCodes).toEqual([['a', 'ten', 'b', 'none', 'c'], ['b', 'none', 'c'], ['c']]);
  catalogue.portion = 0;
  await expect(of(['d'])).rejects.toMatchObject({ code: 'service_unavailable' });
});

test('twenty coupons of maximum size are cached; uses of an unlimited coupon are not', async () => {
  const ids = Array.from({ length: 10_000 }, (_, n) => n + 1);
  const usedBy = ids.map((n) => `somebody.${n}@shop.example`);
  const codes = ids.slice(0, 20).map((n) => `c${n}`);
  for (const code of codes) {
    const lists = { productIds: ids, excludedProductIds: ids, categoryIds: ids, excludedCategoryIds: ids };
    const usageLimitPerCustomer = code === 'c1' ? 1 : null;
    catalogue.coupons.set(code, aCoupon({ code, ...lists, usedBy, usageLimitPerCustomer }));
  }
  catalogue.portion = 1;
  const patient = { ...context(), deadline: Date.now() + 60_000 };
  await cache.lookUp(codes, patient, false);
  const { coupons } = await cache.lookUp(codes, patient, false);
  expect(catalogue.askedCodes).toHaveLength(20);
  expect(codes.map((code) => coupons.get(code)?.usedBy.length)).toEqual([
    10_000,
    ...codes.slice(1).map(() => 0),
  ]);
});

test('while the catalogue is silent, stale coupons are used if all are cached', async () => {
  await of(['ten']);
  catalogue.hangs = true;
  Object.assign(feed, { current: false, completeAt: performance.now() });
  cache.markAllStale();
  expect(await of(['ten'], true)).toEqual({ amounts: [1], stale: true });
  const hurried = { ...context(), deadline: Date.now() + 300 };
  expect((await of(['ten'])).stale).toBe(true);
  await expect(cache.lookUp(['ten', 'new'], hurried, true)).rejects.toMatchObject({
    code: 'service_unavailable',
  });
});
