import type { NatsConnection } from 'nats';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { deleteProduct } from '#contracts/catalogue-edit.ts';
import {
  firstOwnId,
  importProducts,
  importReviews,
  listIds,
  removeRecords,
} from '#contracts/catalogue-import.ts';
import { setProduct } from '#contracts/catalogue-operators.ts';
import { createCoupon, listCoupons } from '#contracts/coupons.ts';
import { calledBy } from '#contracts/operation.ts';
import { setReviewStatus } from '#contracts/reviews.ts';
import { followSettings, followShop, readSettings, releaseShop, writeSettings } from '#contracts/settings.ts';
import { Caller } from '#platform/bus/caller.ts';
import { connectNats } from '#platform/bus/connection.ts';
import { mongodFixture, natsFixture } from '#testing/engines.ts';
import { allOperations } from '#testing/operations.ts';
import { type Replica, startReplica, until } from '../catalogue.fixture.ts';
import { productRecord } from '../records.fixture.ts';
import { couponRecord } from './coupons.fixture.ts';
import { reviewRecord } from './reviews.fixture.ts';

const mongod = mongodFixture();
const nats = natsFixture();
const hourMs = 3_600_000;

let now = Date.parse('2026-06-15T20:00:00Z');
let one: Replica;
/** Sends requests as the service connect does. */
let connect: Replica['askAny'];
let connection: NatsConnection;
/** Sends requests over NATS as an operator does. */
const operator: Replica['askAny'] = (operation, request) => one.askAny(operation, request);

const shop = 'https://shop.example';
const refused = expect.objectContaining({ code: 'service_belongs_to_shop', data: { shop } });

beforeAll(async () => {
  one = await startReplica({ mongodb: mongod.url, nats: nats.url }, () => now);
  await until(() => one.mongodb.check());
  connection = await connectNats('connect', { NATS_URL: nats.url }, true);
  const caller = new Caller(connection, 'service');
  connect = (operation, request) =>
    caller.request(operation, request, {
      ...{ requestId: 'test', deadline: Date.now() + 30_000, claim: null },
    });
  await connect(importProducts, { records: [productRecord({ id: 1 })] });
});
afterEach(() => operator(releaseShop, {}));
afterAll(async () => {
  await connection.close();
  await one[Symbol.asyncDispose]();
});

const setPrice = () => operator(setProduct, { reference: '1', change: { stock: 5 } });

test('what belongs to a followed shop is changed by connect only', async () => {
  await connect(followShop, { url: shop });
  await expect(setPrice()).rejects.toEqual(refused);
  await expect(operator(deleteProduct, { reference: '1' })).rejects.toEqual(refused);
  await expect(operator(createCoupon, { coupon: couponRecord({ id: 9, code: 'ten' }) })).rejects.toEqual(
    refused,
  );
  await expect(operator(importProducts, { records: [productRecord({ id: 2 })] })).rejects.toEqual(refused);
  await expect(operator(removeRecords, { collection: 'products', ids: [1] })).rejects.toEqual(refused);
  await expect(operator(writeSettings, { settings: { title: 'A', reviewsHeld: false } })).rejects.toEqual(
    refused,
  );
  await expect(operator(followSettings, { settings: { title: 'A' } })).rejects.toEqual(refused);
  // The private port calls an operation without the bus.
  await expect(one.ask(setProduct, { reference: '1', change: { stock: 5 } })).rejects.toEqual(refused);
  expect((await operator(listIds, { collection: 'products', after: 0 })).ids).toEqual([1]);
  expect((await operator(listCoupons, { search: '', page: 1, perPage: 10 })).total).toBe(0);
  expect((await operator(readSettings, {})).settings.title).not.toBe('A');

  await connect(importProducts, { records: [productRecord({ id: 3 })] });
  await connect(followSettings, { settings: { title: 'B' } });
  await connect(removeRecords, { collection: 'products', ids: [3] });
  expect((await operator(readSettings, {})).settings.title).toBe('B');
});

test('what WooCommerce does not have is still changed here', async () => {
  await connect(followShop, { url: shop });
  const settings = { reviewsHeld: false, customerRoles: ['wholesale'] };
  expect((await operator(writeSettings, { settings })).settings).toMatchObject(settings);
  await connect(importReviews, { records: [reviewRecord({ id: 5, productId: 1 })] });
  const approved = { status: 'approved' } as const;
  await expect(operator(setReviewStatus, { ids: [firstOwnId, 5], ...approved })).rejects.toEqual(refused);
  expect((await operator(setReviewStatus, { ids: [firstOwnId], ...approved })).missing).toEqual([firstOwnId]);
});

test('a stop of connect for a night allows nothing, and after a day nobody waits for it any more', async () => {
  await connect(followShop, { url: 'https://old.example' });
  await connect(followShop, { url: shop });
  now += 23 * hourMs;
  await expect(setPrice()).rejects.toEqual(refused);
  await connect(followShop, { url: shop });
  now += 23 * hourMs;
  await expect(setPrice()).rejects.toEqual(refused);
  now += hourMs;
  expect((await setPrice()).product.id).toBe(1);
});

test('a shop that is released may be changed at once', async () => {
  for (const released of [connect, operator]) {
    await connect(followShop, { url: shop });
    await expect(setPrice()).rejects.toEqual(refused);
    await released(releaseShop, {});
    expect((await setPrice()).product.id).toBe(1);
  }
});

/** What operators change while a shop is followed. The first two are refused if they concern what belongs to the shop. */
const stillChanged = [
  ...['catalogue.write-settings', 'catalogue.set-review-status'],
  ...['catalogue.clean-records', 'catalogue.erase-person', 'catalogue.release-shop'],
];

test('every other change by an operator is refused', async () => {
  await connect(followShop, { url: shop });
  const changes = (await allOperations())
    .map(({ operation }) => operation)
    .filter((operation) => operation.name.startsWith('catalogue.') && operation.effect === 'write')
    .filter((operation) => calledBy(operation).includes('operator'));
  expect(changes.map(({ name }) => name)).toEqual(expect.arrayContaining(stillChanged));
  for (const operation of changes.filter(({ name }) => !stillChanged.includes(name)))
    await expect(one.ask(operation, {} as never), operation.name).rejects.toEqual(refused);
});
