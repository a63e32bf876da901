import { expect, test, vi } from 'vitest';
import { refusal, unavailable } from '#platform/errors/errors.ts';
import { type Entry, entryOf, type Products, ResponseCache } from './response-cache.ts';

const fresh = (
  body: unknown,
  products: Products = [],
  holdsUntil: number | null = null,
  catalogue = 1,
  age = 0,
): Entry =>
  entryOf({
    body,
    headers: {},
    products,
    holdsUntil,
    asOf: { catalogue, settings: 1, age },
    route: '/route',
  });

/** Returns a cache with two feeds that the test controls. */
function cacheWithFeeds() {
  const feeds = {
    catalogue: { current: true, number: 1, age: 0 },
    settings: { current: true, number: 1, age: 0 },
  };
  const cache = new ResponseCache(10_000);
  cache.follow(feeds);
  let answersMade = 0;
  const read = async (key: string, answer = fresh({ key }), wait: Promise<unknown> = Promise.resolve()) => {
    const { entry, hit } = await cache.getOrMake(key, async () => {
      answersMade += 1;
      await wait;
      return answer;
    });
    return { body: JSON.parse(entry.bytes.toString()), hit };
  };
  return { cache, feeds, read, answersMade: () => answersMade };
}

test('a second request gets the cached answer, byte for byte', async () => {
  const { cache, read, answersMade } = cacheWithFeeds();
  await read('a');
  cache.remember('/a?x=1', 'a');
  expect(await read('a', fresh('other'))).toEqual({ body: { key: 'a' }, hit: true });
  expect(cache.byTarget('/a?x=1')?.bytes.toString()).toBe('{"key":"a"}');
  expect([cache.byTarget('/b'), answersMade()]).toEqual([undefined, 1]);
});

test('equal bytes have equal tags, and different bytes have different tags', () => {
  const tag = (body: string) => fresh(body).etag;
  expect(tag('a')).toBe(tag('a'));
  expect(tag('a')).not.toBe(tag('b'));
  expect(tag('a')).toMatch(/^"[\w-]{27}"$/);
});

test('simultaneous requests share one request to the service', async () => {
  const { read, answersMade } = cacheWithFeeds();
  const gate = Promise.withResolvers<void>();
  const all = [1, 2, 3].map(() => read('a', fresh('a'), gate.promise));
  gate.resolve();
  expect(await Promise.all(all)).toEqual(Array(3).fill({ body: 'a', hit: false }));
  expect(answersMade()).toBe(1);
});

test('a failure is not cached', async () => {
  const { cache, read } = cacheWithFeeds();
  await expect(cache.getOrMake('a', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(await read('a')).toEqual({ body: { key: 'a' }, hit: false });
});

test('a change removes the answers that contain the product, and no others', async () => {
  const { cache, read } = cacheWithFeeds();
  await read('a', fresh('a', [1, 2]));
  await read('b', fresh('b', [3]));
  cache.dropProducts([2]);
  expect([(await read('a')).hit, (await read('b')).hit]).toEqual([false, true]);
});

test('every change of a product removes answers that any product may affect, such as lists', async () => {
  const { cache, read } = cacheWithFeeds();
  await read('list', fresh('list', 'any'));
  await read('b', fresh('b', [3]));
  cache.dropProducts([2]);
  expect([(await read('list', fresh('new', 'any'))).body, (await read('b')).hit]).toEqual(['new', true]);
  cache.dropProducts([2]);
  expect((await read('list')).hit).toBe(false);
});

test('a change of only prices and stock removes the lists that show the product, and no other lists', async () => {
  const { cache, read } = cacheWithFeeds();
  const lists = () => [read('list', fresh('list', { pricesOf: [1, 2] })), read('any', fresh('any', 'any'))];
  const hits = async () => (await Promise.all(lists())).map(({ hit }) => hit);
  await hits();
  cache.dropProducts([3], true);
  expect(await hits()).toEqual([true, false]);
  cache.dropProducts([2], true);
  expect(await hits()).toEqual([false, false]);
  cache.dropProducts([3]);
  expect(await hits()).toEqual([false, false]);
});

test('an answer that was requested before a change is sent, but not cached', async () => {
  const { cache, feeds, read } = cacheWithFeeds();
  const gate = Promise.withResolvers<void>();
  const old = read('a', fresh('old', [1]), gate.promise);
  cache.dropProducts([1]);
  feeds.catalogue.number = 2;
  gate.resolve();
  expect(await old).toEqual({ body: 'old', hit: false });
  expect(await read('a', fresh('new', [1]))).toEqual({ body: 'new', hit: false });
});

test('a request after a change does not share an answer that was requested before the change', async () => {
  const { cache, feeds, read } = cacheWithFeeds();
  const gate = Promise.withResolvers<void>();
  const old = read('a', fresh('old', [1]), gate.promise);
  cache.dropProducts([1]);
  feeds.catalogue.number = 2;
  expect(await read('a', fresh('new', [1], null, 2))).toEqual({ body: 'new', hit: false });
  gate.resolve();
  await old;
  expect(await read('a')).toEqual({ body: 'new', hit: true });
});

test('an answer of a replica that lacks the latest change is sent, but not cached', async () => {
  const { feeds, read } = cacheWithFeeds();
  feeds.settings.number = 2;
  await read('a', fresh('old'));
  expect(await read('a', fresh('new'))).toEqual({ body: 'new', hit: false });
});

test('nothing is served or cached while a feed is not current', async () => {
  const { cache, feeds, read } = cacheWithFeeds();
  await read('a');
  cache.remember('/a', 'a');
  feeds.settings.current = false;
  expect([cache.byTarget('/a'), (await read('a', fresh('b'))).body]).toEqual([undefined, 'b']);
  await read('c');
  feeds.settings.current = true;
  expect((await read('c')).hit).toBe(false);
});

test('nothing is cached without feeds', async () => {
  const cache = new ResponseCache();
  const make = async () => fresh('a');
  await cache.getOrMake('a', make);
  expect((await cache.getOrMake('a', make)).hit).toBe(false);
});

test('an answer is not served after `holdsUntil`', async () => {
  const { read } = cacheWithFeeds();
  await read('a', fresh('a', [], Date.now() - 1));
  await read('b', fresh('b', [], Date.now() + 60_000));
  expect([(await read('a')).hit, (await read('b')).hit]).toEqual([false, true]);
});

test('the cache has a size limit', async () => {
  const { read } = cacheWithFeeds();
  const large = 'x'.repeat(8 * 1024 * 1024);
  for (let n = 0; n < 9; n += 1) await read(`${n}`, fresh(large, [n]));
  expect([(await read('0', fresh('again'))).hit, (await read('8')).hit]).toEqual([false, true]);
});

test('while a feed is not current and the service is unavailable, a cached answer is served with its age', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { cache, feeds, read } = cacheWithFeeds();
  await read('a');
  cache.remember('/a', 'a');
  Object.assign(feeds.catalogue, { current: false, age: 3_000 });
  expect([cache.byTarget('/a'), cache.staleByTarget('/a')?.age]).toEqual([undefined, 3_000]);
  const away = () => Promise.reject(unavailable());
  const gone = () => Promise.reject(refusal('service_product_invalid_id', {}));
  await expect(cache.getOrMake('a', gone)).rejects.toMatchObject({
    code: 'service_product_invalid_id',
  });
  await expect(cache.getOrMake('b', away)).rejects.toMatchObject({ code: 'service_unavailable' });
  const { entry } = await cache.getOrMake('a', away);
  expect([entry.bytes.toString(), entry.age]).toEqual(['{"key":"a"}', 3_000]);
  // For a second, the cache serves the cached answer and does not ask the service.
  expect(cache.byTarget('/a')?.age).toBe(3_000);
  vi.advanceTimersByTime(1_001);
  expect(cache.byTarget('/a')).toBeUndefined();
  feeds.catalogue.age = 10_001;
  expect(cache.staleByTarget('/a')).toBeUndefined();
  await expect(cache.getOrMake('a', away)).rejects.toMatchObject({ code: 'service_unavailable' });
  Object.assign(feeds.catalogue, { current: true, age: 0 });
  expect((await cache.getOrMake('a', away)).entry.age).toBe(0);
  expect(cache.staleByTarget('/a')).toBeUndefined();
  vi.useRealTimers();
});

test('an answer that may be stale is not cached', async () => {
  const { cache, feeds, read } = cacheWithFeeds();
  const old = fresh('old', [], null, 1, 5);
  expect((await cache.getOrMake('a', async () => old)).entry.age).toBe(5);
  expect(feeds.catalogue.current).toBe(true);
  expect(await read('a')).toEqual({ body: { key: 'a' }, hit: false });
});
