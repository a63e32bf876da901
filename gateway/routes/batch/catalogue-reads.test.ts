import { expect, test } from 'vitest';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '#testing/gateway/fixture.ts';
import { aProduct } from '#testing/gateway/samples.ts';
import { until } from '#testing/until.ts';
import { add, Batches, done, mounts, read } from './batch.fixture.ts';

const site = new GatewayFixture(natsFixture());
const batches = new Batches(site);

/**
 * Number of requested lists. The number makes the path of each list unique, so that no list comes from the
 * cache.
 */
let lists = 0;
const newList = () => {
  lists += 1;
  return `/v2/products?exclude=${lists}`;
};
const statuses = (body: { responses: ({ status: number } | null)[] }) =>
  body.responses.map((one) => one?.status ?? null);
/** Returns the number of requests that the services received. */
const heard = () => site.fakes.heard.length;

/** Waits until the gateway caches answers. The gateway caches answers only while both feeds are current. */
async function untilCaching() {
  const path = newList();
  await until(async () => (await site.get(path)).headers.get('CoCart-Cache') === 'HIT');
}

test.each(mounts)('a batch uses the cached answers of single requests, on %j', async (mount) => {
  await untilCaching();
  site.fakes.lists.products = [1, 2, 3].map((id) => aProduct({ id, name: 'Ä "quoted" name' }));
  const path = `${newList()}&per_page=2`;
  const alone = await site.get(`${mount}${path}`);
  const before = heard();
  const { body } = await batches.send(
    Array.from({ length: 25 }, () => read(path)),
    { mount },
  );
  expect(heard()).toBe(before);
  const [X, Y, Link] = ['X-WP-Total', 'X-WP-TotalPages', 'Link'].map((name) => alone.headers.get(name));
  const response = {
    status: 200,
    headers: { 'X-WP-Total': X, 'X-WP-TotalPages': Y, Link },
    body: alone.body,
  };
  expect(body).toEqual({ responses: Array.from({ length: 25 }, () => response) });
});

test('equal reads cause one request, whose answer is cached', async () => {
  await untilCaching();
  const path = newList();
  const before = heard();
  await batches.send([read(path), read(path), read(path)]);
  expect(heard()).toBe(before + 1);
  expect((await site.get(path)).headers.get('CoCart-Cache')).toBe('HIT');
});

test('five uncached reads are answered and more are refused; the number of cached reads has no limit', async () => {
  await untilCaching();
  const kept = newList();
  await site.get(kept);
  const before = heard();
  const requests = [...Array.from({ length: 7 }, () => read(newList())), read(kept)];
  const { status, body } = await batches.send(requests);
  expect([status, statuses(body)]).toEqual([200, [200, 200, 200, 200, 200, 400, 400, 200]]);
  expect(body.responses[6].body).toMatchObject({
    code: 'service_batch_too_many_reads',
    data: { status: 400, maximum: 5 },
  });
  expect(heard()).toBe(before + 5);
});

test('uncacheable reads count as well', async () => {
  const path = `${newList()}&_skip_cache=1`;
  const { body } = await batches.send(Array.from({ length: 6 }, () => read(path)));
  expect(statuses(body)).toEqual([200, 200, 200, 200, 200, 400]);
});

test('with require-all-validate one read too many refuses all requests', async () => {
  batches.setResults([done()]);
  const requests = [add('13'), ...Array.from({ length: 6 }, () => read(newList()))];
  const { status, body } = await batches.send(requests, { validation: 'require-all-validate' });
  expect([status, body.failed, statuses(body)]).toEqual([
    207,
    'validation',
    [null, null, null, null, null, null, 400],
  ]);
  expect(site.fakes.heard.some(({ operation }) => operation === 'cart.change-together')).toBe(false);
});

test('reads run one after another; a slow read is not sent again', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  site.fakes.gate = promise;
  const path = (n: number) => `/v2/products/13?_fields=id,one${n}`;
  const answered = batches.send([read(path(1)), read(path(2))]);
  await until(async () => site.fakes.heard.length > 0);
  // Without `Call.withoutRepeats`, the gateway would repeat a slow read within this time.
  await new Promise((over) => setTimeout(over, 600));
  expect(site.fakes.heard).toHaveLength(1);
  resolve();
  expect(statuses((await answered).body)).toEqual([200, 200]);
  expect(site.fakes.heard).toHaveLength(2);
});
