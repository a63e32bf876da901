import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { nobody } from '#contracts/claim.ts';
import { Caller } from '#platform/bus/caller.ts';
import { connectNats } from '#platform/bus/connection.ts';
import { natsFixture } from '#testing/engines.ts';
import { factsOf } from '../model/context.fixture.ts';
import { bounds, FakeCatalogue } from './catalogue.fixture.ts';
import { FactsCache } from './facts-cache.ts';

const nats = natsFixture();
const open: { close(): Promise<void> }[] = [];
const feed = { current: true, number: 1, completeAt: 0 };
let catalogue: FakeCatalogue;
let cache: FactsCache;

beforeEach(async () => {
  Object.assign(feed, { current: true, number: 1, completeAt: performance.now() });
  catalogue = new FakeCatalogue();
  catalogue.products.set('13', factsOf());
  const connection = await connectNats('cart', { NATS_URL: nats.url }, false);
  open.push(await catalogue.serve(nats.url), connection);
  cache = new FactsCache(new Caller(connection, 'service'), bounds);
  cache.follow(feed, { number: 1 });
});
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(open.splice(0).map((one) => one.close()));
});

const context = (withinMs = 30_000) => ({
  requestId: 'test',
  deadline: Date.now() + withinMs,
  claim: null,
});
const of = async (ids: number[], allowStale = false, withinMs?: number) => {
  const { facts, stale } = await cache.lookUp({ ids, references: [] }, context(withinMs), allowStale);
  return { prices: ids.map((id) => facts.get(id)?.price ?? null), stale };
};
const find = async (reference: string) => {
  const { named } = await cache.lookUp({ ids: [], references: [reference] }, context(), false);
  return named.get(reference);
};
/** Like `of`, with a short deadline, so that a request without an answer fails soon. */
const ofSoon = (ids: number[], allowStale = false) => of(ids, allowStale, 300);
const sell = (price: number, reference = '13') =>
  catalogue.products.set(reference, factsOf({ id: Number(reference), price }));

test('cached facts are not requested again until a change names their product', async () => {
  await of([13]);
  await of([13]);
  expect(catalogue.asked).toEqual([['13']]);
  sell(2_000);
  cache.apply({ products: [13] });
  expect(await of([13])).toEqual({ prices: [2_000], stale: false });
});

test('after a change of terms no facts are fresh, since they contain ancestor categories', async () => {
  await of([13]);
  sell(2_000);
  cache.apply({ products: [], terms: true });
  expect(await of([13])).toEqual({ prices: [2_000], stale: false });
  cache.apply({ products: [], coupons: ['ten'] });
  await of([13]);
  expect(catalogue.asked).toHaveLength(2);
});

test('after a change that names no products, no cached facts are fresh', async () => {
  await of([13]);
  sell(2_000);
  cache.markAllStale();
  expect((await of([13])).prices).toEqual([2_000]);
  sell(2_100);
  await cache.snapshot();
  expect((await of([13])).prices).toEqual([2_100]);
});

test('an answer older than a received change is not cached', async () => {
  feed.number = 2;
  await of([13]);
  catalogue.number = 2;
  sell(2_000);
  expect((await of([13])).prices).toEqual([2_000]);
});

test('facts expire when a sale begins or ends', async () => {
  catalogue.products.set('13', factsOf({ holdsUntil: Date.now() - 1 }));
  await of([13]);
  await of([13]);
  expect(catalogue.asked).toHaveLength(2);
});

test('a number with a leading zero is a SKU, whatever is cached under that id', async () => {
  await of([13]);
  catalogue.products.set('0013', factsOf({ id: 99, sku: '0013' }));
  expect(await find('0013')).toBe(99);
  expect(await find('0013')).toBe(99);
  expect(catalogue.asked).toHaveLength(2);
});

test('a deleted product is not requested again until a change names it', async () => {
  expect((await of([13, 14])).prices).toEqual([1_800, null]);
  expect((await of([13, 14])).prices).toEqual([1_800, null]);
  expect(catalogue.asked).toHaveLength(1);
  sell(2_000, '14');
  cache.apply({ products: [14] });
  expect((await of([14])).prices).toEqual([2_000]);
});

test('facts missing in a full reply are requested again; an empty reply is an error', async () => {
  for (const id of ['14', '15', '16']) sell(Number(id), id);
  catalogue.portion = 2;
  expect((await of([13, 14, 15, 16])).prices).toEqual([1_800, 14, 15, 16]);
  expect(catalogue.asked).toEqual([
    ['13', '14', '15', '16'],
    ['15', '16'],
  ]);
  catalogue.portion = 0;
  await expect(of([17])).rejects.toMatchObject({ code: 'service_unavailable' });
});

test('the id of a deleted product never becomes the product whose SKU has the same digits', async () => {
  catalogue.products.set('500', factsOf({ id: 99, sku: '500' }));
  expect((await of([500])).prices).toEqual([null]);
});

test('a read with a short deadline does not mark the catalogue as silent', async () => {
  await of([13]);
  cache.markAllStale();
  expect((await of([13], true, 1)).stale).toBe(true);
  expect(await of([13], true)).toEqual({ prices: [1_800], stale: false });
});

/** Makes all facts stale, as after a long silence of the feed. */
function fallSilent() {
  Object.assign(feed, { current: false, completeAt: performance.now() });
  cache.markAllStale();
}

test('while the catalogue is silent, stale facts are used after one short wait', async () => {
  await of([13]);
  catalogue.hangs = true;
  fallSilent();
  expect(await of([13], true)).toEqual({ prices: [1_800], stale: true });
  expect(await of([13], true)).toEqual({ prices: [1_800], stale: true });
  const { named, stale } = await cache.lookUp({ ids: [], references: ['13'] }, context(), false);
  expect([named.get('13'), stale]).toEqual([13, true]);
  // After a request without an answer, the cache sends no request for a second.
  expect(catalogue.asked).toHaveLength(2);
});

test('a product known to have changed cannot be added while the catalogue is silent', async () => {
  await of([13]);
  catalogue.hangs = true;
  cache.apply({ products: [13] });
  expect((await of([13], true)).stale).toBe(true);
  await expect(ofSoon([13])).rejects.toMatchObject({ code: 'service_unavailable' });
});

test('facts become stale when the feed falls silent, and allow additions for a shorter time than reads', async () => {
  // The fake clock advances, because time-outs of the bus need a running clock.
  vi.useFakeTimers({ toFake: ['performance'], shouldAdvanceTime: true });
  await of([13]);
  vi.advanceTimersByTime(70_000);
  fallSilent();
  catalogue.hangs = true;
  vi.advanceTimersByTime(10_000);
  expect((await of([13])).stale).toBe(true);
  vi.advanceTimersByTime(11_000);
  await expect(ofSoon([13])).rejects.toMatchObject({ code: 'service_unavailable' });
  expect((await of([13], true)).stale).toBe(true);
  vi.advanceTimersByTime(40_000);
  await expect(ofSoon([13], true)).rejects.toMatchObject({ code: 'service_unavailable' });
});

test('answers that MongoDB could not confirm are used for the same time as stale facts', async () => {
  Object.assign(feed, { current: false, completeAt: Number.NEGATIVE_INFINITY });
  catalogue.age = 61_000;
  await expect(of([13], true)).rejects.toMatchObject({ code: 'service_unavailable' });
  catalogue.age = 21_000;
  await expect(of([13])).rejects.toMatchObject({ code: 'service_unavailable' });
  expect((await of([13], true)).stale).toBe(true);
  catalogue.age = 19_000;
  expect(await of([13])).toEqual({ prices: [1_800], stale: true });
});

test('facts are cached by audience, and a change applies to all audiences', async () => {
  const as = (audience: string) => ({ ...context(), claim: { ...nobody, audience } });
  const price = async (audience: string) => {
    const caller = audience === 'public' ? context() : as(audience);
    const { facts, named } = await cache.lookUp({ ids: [13], references: ['13'] }, caller, false);
    return [facts.get(13)?.price ?? null, named.get('13') ?? null];
  };
  sell(1_000);
  expect(await price('public')).toEqual([1_000, 13]);
  sell(800);
  expect([await price('wholesale'), await price('public')]).toEqual([
    [800, 13],
    [1_000, 13],
  ]);
  catalogue.products.delete('13');
  expect(await price('reseller')).toEqual([null, null]);
  expect(await price('wholesale')).toEqual([800, 13]);
  cache.apply({ products: [13] });
  expect([await price('wholesale'), await price('public')]).toEqual([
    [null, null],
    [null, null],
  ]);
});
