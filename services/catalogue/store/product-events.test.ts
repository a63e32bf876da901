import { afterAll, beforeAll, expect, test } from 'vitest';
import { importCoupons, importProducts } from '#contracts/catalogue-import.ts';
import { setProduct } from '#contracts/catalogue-operators.ts';
import { mongodFixture, natsFixture } from '#testing/engines.ts';
import { storedEvents } from '#testing/stored-events.ts';
import { type Replica, startReplica, until } from '../catalogue.fixture.ts';
import { couponRecord } from '../operations/coupons.fixture.ts';
import { productRecord } from '../records.fixture.ts';
import { productEvents } from './changes.ts';

const mongod = mongodFixture();
const nats = natsFixture();
let replicas: Replica[];
beforeAll(async () => {
  const urls = { mongodb: mongod.url, nats: nats.url };
  replicas = await Promise.all(['one', 'two'].map((holder) => startReplica(urls, Date.now, holder)));
  for (const { mongodb } of replicas) await until(() => mongodb.check());
});
afterAll(() => Promise.all(replicas.map((replica) => replica[Symbol.asyncDispose]())));

/** Returns the product ids of each published event, by event id. */
async function publishedIds(): Promise<Map<string, readonly number[]>> {
  const [one] = replicas as [Replica];
  const events = await storedEvents(one.nats).catch(() => []);
  return new Map(
    events.flatMap(({ id, type, data }) =>
      type === 'product.changed' ? [[id, data.products] as const] : [],
    ),
  );
}

test('every change of products is published once although two replicas run; other changes are not published', async () => {
  const [one] = replicas as [Replica];
  const importing = (id: number, relatedIds: number[] = []) =>
    one.askAny(importProducts, { records: [productRecord({ id, relatedIds })] });
  // The relay publishes only changes that are made after its start. The test does not know when the relay starts, so
  // the test imports products until an event appears.
  let id = 100;
  await until(async () => {
    id += 1;
    await importing(id);
    return (await publishedIds()).size > 0;
  });
  const { size: before } = await publishedIds();
  await importing(1, [3, 4]);
  await importing(1, [4, 3]);
  await one.askAny(importCoupons, { records: [couponRecord({ id: 1 })] });
  await one.askAny(setProduct, { reference: '1', change: { stock: 5 } });
  await importing(2);
  await until(async () => [...(await publishedIds()).values()].some((ids) => ids.includes(2)));
  const last = [...(await publishedIds())].slice(before).filter(([, ids]) => ids.some((one) => one < 100));
  expect(last.map(([, ids]) => ids)).toEqual([[1], [1], [2]]);
});

test('a change of very many products is several events, each with its own id', () => {
  const ids = Array.from({ length: 25_000 }, (_, index) => index);
  const events = productEvents({ _id: 7, ids, at: new Date(5) });
  expect(
    events.map(({ id, at, data }) => [id, at, (data as { products: number[] }).products.length]),
  ).toEqual([
    ['product:7', 5, 10_000],
    ['product:7:2', 5, 10_000],
    ['product:7:3', 5, 5_000],
  ]);
  expect(events.flatMap(({ data }) => (data as { products: number[] }).products)).toEqual(ids);
  expect(productEvents({ _id: 8, ids: [], at: new Date(5) })).toEqual([]);
});
