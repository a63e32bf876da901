import { afterAll, beforeAll, expect, test } from 'vitest';
import { readProduct } from '#contracts/catalogue.ts';
import { importCoupons, importProducts, importReviews } from '#contracts/catalogue-import.ts';
import { readCoupons } from '#contracts/coupons.ts';
import { eraseFromCatalogue } from '#contracts/erasure.ts';
import { FeedMessage } from '#contracts/feed.ts';
import { findReviews, listReviews } from '#contracts/reviews.ts';
import { decode } from '#platform/bus/wire.ts';
import { mongodFixture, natsFixture } from '#testing/engines.ts';
import { productIn, type Replica, startReplica, until } from '../catalogue.fixture.ts';
import { productRecord } from '../records.fixture.ts';
import { couponRecord } from './coupons.fixture.ts';
import { reviewRecord } from './reviews.fixture.ts';

const mongod = mongodFixture();
const nats = natsFixture();

let one: Replica;
beforeAll(async () => {
  one = await startReplica({ mongodb: mongod.url, nats: nats.url });
  await until(() => one.mongodb.check());
});
afterAll(() => one[Symbol.asyncDispose]());

const person = { account: 7, emails: ['ann@shop.example'] };
const erase = () => one.ask(eraseFromCatalogue, { person });

test('a person is removed from reviews and coupons, each change is published, and a repeated import does not restore the data', async () => {
  const reviews = [
    reviewRecord({ id: 1, reviewer: 'Ann Smith', email: 'Ann@Shop.example' }),
    reviewRecord({ id: 2, status: 'hold', reviewer: 'Annie', accountId: 7, email: 'former@shop.example' }),
    reviewRecord({ id: 3 }),
  ];
  const coupons = [
    couponRecord({ id: 1, code: 'used', usedBy: ['7', 'ANN@shop.example', '77', 'bob@shop.example'] }),
    couponRecord({ id: 2, code: 'hers', allowedEmails: ['ann@Shop.example'] }),
    couponRecord({ id: 3, code: 'other', usedBy: ['77'], allowedEmails: ['*@shop.example'] }),
  ];
  await one.ask(importProducts, { records: [productRecord({ id: 1 })] });
  await one.ask(importReviews, { records: reviews });
  await one.ask(importCoupons, { records: coupons });
  const { product } = productIn(await one.ask(readProduct, { reference: '1' }));
  const changes: unknown[] = [];
  const feed = one.nats.subscribe('feed.catalogue', {
    callback: (_error, { data }) => {
      const { change } = FeedMessage.parse(decode(data));
      if (change !== undefined) changes.push(change);
    },
  });
  await one.nats.flush();

  expect(await erase()).toEqual({ reviews: 2, coupons: 2 });
  expect(await erase()).toEqual({ reviews: 0, coupons: 0 });
  await until(() => changes.length === 2);
  feed.unsubscribe();
  expect(changes).toEqual([{ products: [1] }, { products: [], coupons: ['used', 'hers'] }]);

  const kept = async () => {
    const found = (await one.ask(findReviews, { status: null, page: 1, perPage: 10 })).reviews;
    const codes = ['used', 'hers', 'other'];
    const read = (await one.ask(readCoupons, { codes })).coupons;
    return {
      reviews: found.map(({ id, reviewer, email, review }) => [id, reviewer, email, review]).sort(),
      coupons: read.map((coupon) => [coupon?.usedBy, coupon?.allowedEmails]),
    };
  };
  const erased = {
    reviews: [
      [1, 'deleted', '', '<p>Words of 1</p>\n'],
      [2, 'deleted', '', '<p>Words of 2</p>\n'],
      [3, 'Reader 3', 'reader3@shop.example', '<p>Words of 3</p>\n'],
    ],
    coupons: [
      [['77', 'bob@shop.example'], []],
      [[], ['deleted']],
      [['77'], ['*@shop.example']],
    ],
  };
  expect(await kept()).toEqual(erased);
  expect((await one.ask(listReviews, { search: 'smith' })).total).toBe(0);
  expect(productIn(await one.ask(readProduct, { reference: '1' })).product.averageRating).toBe(
    product.averageRating,
  );

  await one.ask(importReviews, { records: reviews });
  await one.ask(importCoupons, { records: coupons });
  expect(await kept()).toEqual(erased);
});
