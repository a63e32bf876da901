import { type Connection, createConnection } from 'mongoose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCatalogueNumber } from '#contracts/catalogue.ts';
import {
  type Collection,
  findPictured,
  importCoupons,
  importProducts,
  importReviews,
  importTerms,
  listIds,
  removeRecords,
} from '#contracts/catalogue-import.ts';
import { cleanRecords } from '#contracts/catalogue-operators.ts';
import { createCoupon, deleteCoupon } from '#contracts/coupons.ts';
import { mongodFixture, natsFixture } from '#testing/engines.ts';
import { type Replica, startReplica, until } from '../catalogue.fixture.ts';
import { productRecord, variationRecord } from '../records.fixture.ts';
import { couponRecord } from './coupons.fixture.ts';

const mongod = mongodFixture();
const nats = natsFixture();

let replica: Replica;
beforeAll(async () => {
  replica = await startReplica({ mongodb: mongod.url, nats: nats.url });
  await until(() => replica.mongodb.check());
});
afterAll(() => replica[Symbol.asyncDispose]());

const ask: Replica['askAny'] = (operation, request) => replica.askAny(operation, request);

const lastNumber = async () => (await ask(readCatalogueNumber, {})).number;
const ids = async (collection: Collection, after = 0) => (await ask(listIds, { collection, after })).ids;
const tag = (id: number, name = `Tag ${id}`) => ({ id, name, slug: `tag-${id}`, description: '', count: 0 });
const time = { local: '2026-01-05T10:00:00', utc: '2026-01-05T09:00:00' };
const review = (id: number, words = 'Good.') => ({
  id,
  productId: 1,
  created: time,
  status: 'approved' as const,
  reviewer: 'Ana',
  review: words,
  rating: 5,
  verified: false,
  email: `ana-${id}@example.org`,
  accountId: 0,
});
const coupon = (id: number, code = `code-${id}`) => couponRecord({ id, code });

/** For each collection, a function that imports two records. `name` is the name of the first record. */
const collections = [
  {
    collection: 'products',
    keep: async (name: string) => {
      const records = [productRecord({ id: 1, name }), productRecord({ id: 2 })];
      return (await ask(importProducts, { records })).products;
    },
  },
  {
    collection: 'tags',
    keep: async (name: string) =>
      (await ask(importTerms, { kind: 'tags', records: [tag(1, name), tag(2)] })).outcome,
  },
  {
    collection: 'shippingClasses',
    keep: async (name: string) =>
      (await ask(importTerms, { kind: 'shippingClasses', records: [tag(1, name), tag(2)] })).outcome,
  },
  {
    collection: 'brands',
    keep: async (name: string) => {
      const records = [tag(1, name), tag(2)].map((one) => ({
        ...one,
        parentId: 0,
        image: null,
        menuOrder: 0,
      }));
      return (await ask(importTerms, { kind: 'brands', records })).outcome;
    },
  },
  {
    collection: 'reviews',
    keep: async (words: string) =>
      (await ask(importReviews, { records: [review(1, words), review(2)] })).outcome,
  },
  {
    collection: 'coupons',
    keep: async (code: string) =>
      (await ask(importCoupons, { records: [coupon(1, code), coupon(2)] })).outcome,
  },
] as const;

const outcome = { created: 0, changed: 0, unchanged: 0, removed: 0 };

describe.each(collections)('$collection', ({ collection, keep }) => {
  test('are created, then reported as unchanged without a new number, then changed', async () => {
    expect(await keep('one')).toEqual({ ...outcome, created: 2 });
    const number = await lastNumber();
    expect(await keep('one')).toEqual({ ...outcome, unchanged: 2 });
    expect(await lastNumber()).toBe(number);
    expect(await keep('two')).toEqual({ ...outcome, changed: 1, unchanged: 1 });
  });

  test('are listed by id and removed; an unknown id causes no error', async () => {
    await keep('one');
    expect([await ids(collection), await ids(collection, 1)]).toEqual([[1, 2], [2]]);
    expect(await ask(removeRecords, { collection, ids: [1, 404] })).toEqual({ removed: 1, variations: 0 });
    expect(await ids(collection)).toEqual([2]);
    const number = await lastNumber();
    expect(await ask(removeRecords, { collection, ids: [1] })).toEqual({ removed: 0, variations: 0 });
    expect(await lastNumber()).toBe(number);
  });
});

test('records that were made here are neither changed nor removed by an import', async () => {
  const { coupon: own } = await ask(createCoupon, { coupon: coupon(1, 'made-here') });
  expect(await ask(removeRecords, { collection: 'coupons', ids: [own.id] })).toMatchObject({ removed: 0 });
  const { id } = own;
  const attempts = [
    () => ask(importCoupons, { records: [coupon(id, 'taken')] }),
    () => ask(importProducts, { records: [productRecord({ id })] }),
    () => ask(importReviews, { records: [review(id)] }),
    () => ask(importTerms, { kind: 'tags', records: [tag(id)] }),
  ];
  for (const attempt of attempts)
    await expect(attempt()).rejects.toMatchObject({ code: 'service_invalid_request' });
  expect(await ask(deleteCoupon, { code: 'made-here' })).toEqual({ coupon: own });
});

test('a batch with one SKU in use changes nothing, not even the catalogue number', async () => {
  await ask(importProducts, { records: [productRecord({ id: 10, sku: 'taken' })] });
  const [number, before] = [await lastNumber(), await ids('products')];
  const records = [
    productRecord({ id: 11 }),
    productRecord({ id: 12, sku: 'taken' }),
    productRecord({ id: 13 }),
  ];
  await expect(ask(importProducts, { records })).rejects.toMatchObject({ code: 'service_invalid_request' });
  expect([await lastNumber(), await ids('products')]).toEqual([number, before]);
});

test('a batch with a duplicate id is refused and changes nothing', async () => {
  const same = { id: 20, sku: '' };
  const attempts = [
    () => ask(importProducts, { records: [productRecord(same), productRecord(same)] }),
    () => ask(importTerms, { kind: 'tags', records: [tag(20), tag(20)] }),
    () => ask(importCoupons, { records: [coupon(20, 'a'), coupon(20, 'b')] }),
  ];
  for (const attempt of attempts)
    await expect(attempt()).rejects.toMatchObject({ code: 'service_invalid_request' });
  expect([...(await ids('products', 19)), ...(await ids('tags', 19)), ...(await ids('coupons', 19))]).toEqual(
    [],
  );
});

test('coupons may swap their codes, and a code in use is named in the refusal of the whole batch', async () => {
  await ask(importCoupons, { records: [coupon(30, 'ten'), coupon(31, 'five')] });
  const { outcome: exchanged } = await ask(importCoupons, {
    records: [coupon(30, 'five'), coupon(31, 'ten')],
  });
  expect(exchanged).toEqual({ ...outcome, changed: 2 });
  await expect(ask(importCoupons, { records: [coupon(32, 'new'), coupon(33, 'ten')] })).rejects.toMatchObject(
    {
      code: 'service_invalid_request',
      data: { faults: [{ path: 'records', rule: 'code_taken', values: { code: 'ten' } }] },
    },
  );
  expect(await ids('coupons', 29)).toEqual([30, 31]);
});

test('concurrent batches are each stored in full, as one change each', async () => {
  const product = (id: number) =>
    productRecord({ id, type: 'variable', variations: [1, 2].map((n) => variationRecord({ id: id + n })) });
  const before = await lastNumber();
  const all = Array.from({ length: 8 }, (_, batch) =>
    ask(importProducts, {
      records: Array.from({ length: 50 }, (_each, n) => product(10_000 + batch * 150 + n * 3)),
    }),
  );
  const numbers = (await Promise.all(all)).map(({ products, variations, number }) => {
    expect([products.created, variations.created]).toEqual([50, 100]);
    return number;
  });
  expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers.map((_, index) => before + 1 + index));
  expect((await ids('products', 9_999)).length).toBe(400);
});

describe('texts and addresses', () => {
  const dirty = '<p onclick="x">A mug.</p><script>x</script>';
  const clean = '<p>A mug.</p>';
  const product = productRecord({
    id: 40_000,
    type: 'variable',
    ...{ description: dirty, shortDescription: dirty, purchaseNote: dirty, externalUrl: 'javascript:x' },
    variations: [variationRecord({ id: 40_001, description: dirty, permalink: 'data:x' })],
  });
  const category = { ...tag(40_000), description: dirty, parentId: 0, display: 'default' as const };
  const categories = {
    kind: 'categories' as const,
    records: [{ ...category, image: null, menuOrder: 0 }],
  };
  let database: Connection;
  beforeAll(async () => {
    database = await createConnection(mongod.url).asPromise();
  });
  afterAll(() => database.close());
  const stored = (collection: string) => database.collection<{ _id: number }>(collection);

  test('are stored clean, and a second import of the same records changes nothing', async () => {
    const records = [product];
    await ask(importProducts, { records });
    await ask(importTerms, categories);
    expect(await stored('products').findOne({ _id: 40_000 })).toMatchObject({
      ...{ description: clean, shortDescription: clean, purchaseNote: clean, externalUrl: '' },
    });
    expect(await stored('products').findOne({ _id: 40_001 })).toMatchObject({
      description: clean,
      permalink: '',
    });
    expect(await stored('categories').findOne({ _id: 40_000 })).toMatchObject({
      record: { description: clean },
    });
    const again = await ask(importProducts, { records });
    expect([again.products.unchanged, again.variations.unchanged]).toEqual([1, 1]);
    expect((await ask(importTerms, categories)).outcome.unchanged).toBe(1);
  });

  test('that were stored unclean are cleaned by catalogue.clean-records, and then stay', async () => {
    await ask(importProducts, { records: [product] });
    await ask(importTerms, categories);
    await stored('products').updateMany({ _id: { $in: [40_000, 40_001] } }, { $set: { description: dirty } });
    await stored('categories').updateOne({ _id: 40_000 }, { $set: { 'record.description': dirty } });
    const before = await lastNumber();
    expect(await ask(cleanRecords, { collection: 'products', after: 39_999 })).toEqual({
      cleaned: 2,
      last: 40_001,
    });
    expect(await ask(cleanRecords, { collection: 'categories', after: 39_999 })).toEqual({
      cleaned: 1,
      last: 40_000,
    });
    expect(await lastNumber()).toBe(before + 2);
    expect(await stored('products').findOne({ _id: 40_001 })).toMatchObject({ description: clean });
    expect(await stored('categories').findOne({ _id: 40_000 })).toMatchObject({
      record: { description: clean },
    });
    const again = await ask(cleanRecords, { collection: 'products', after: 39_999 });
    expect([again.cleaned, await lastNumber()]).toEqual([0, before + 2]);
    expect(await ask(cleanRecords, { collection: 'products', after: 40_001 })).toEqual({
      cleaned: 0,
      last: null,
    });
  });
});

test('what shows a picture is found, also a product by the picture of a variation', async () => {
  const picture = (id: number) => ({
    id,
    thumbnail: '',
    medium: '',
    large: '',
    full: '/a.jpg',
    name: '',
    alt: '',
  });
  const variations = [variationRecord({ id: 912, images: [picture(72)] }), variationRecord({ id: 913 })];
  const records = [
    productRecord({ id: 910, images: [picture(70), picture(71)] }),
    productRecord({ id: 911, type: 'variable', images: [picture(71)], variations }),
  ];
  await ask(importProducts, { records });
  const term = { slug: 'pictured', name: 'Pictured', description: '', count: 0, menuOrder: 0, parentId: 0 };
  const category = { ...term, id: 920, display: 'default' as const, image: picture(70) };
  await ask(importTerms, { kind: 'categories', records: [category] });
  await ask(importTerms, { kind: 'brands', records: [{ ...term, id: 921, image: picture(71) }] });
  const found = async (...pictures: number[]) => {
    const { products, ...others } = await ask(findPictured, { pictures });
    return { ...others, products: products.toSorted((a, b) => a - b) };
  };
  expect(await found(70)).toEqual({ products: [910], categories: [920], brands: [] });
  expect(await found(71)).toEqual({ products: [910, 911], categories: [], brands: [921] });
  expect(await found(72, 404)).toEqual({ products: [911], categories: [], brands: [] });
  expect(await found(404)).toEqual({ products: [], categories: [], brands: [] });
});
