import { createConnection } from 'mongoose';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ProductRecord } from '#contracts/product.ts';
import { Engine } from '#platform/mongodb/engine.ts';
import { mongodFixture } from '#testing/engines.ts';
import { pricesOf, productRecord, variationRecord } from '../records.fixture.ts';
import { Counter } from './changes.ts';
import { ProductWriter } from './product-writer.ts';
import { ProductStore } from './products.ts';

const mongod = mongodFixture();
const logger = pino({ level: 'silent' });
const outcome = { created: 0, changed: 0, unchanged: 0, removed: 0 };

/** Returns a replica's writer with its dependencies. */
async function replica() {
  const engine = new Engine(mongod.url, logger);
  const counter = new Counter(engine.connection);
  const products = new ProductStore(engine.connection);
  await engine.start(async () => {
    await counter.prepare();
    await products.prepare();
  });
  return { engine, counter, products, writer: new ProductWriter(engine, counter) };
}

let one: Awaited<ReturnType<typeof replica>>;
let other: Awaited<ReturnType<typeof replica>>;
beforeAll(async () => {
  one = await replica();
  other = await replica();
});
beforeEach(async () => {
  await one.engine.connection.collection('products').deleteMany({});
});
afterAll(async () => {
  await one.engine.close();
  await other.engine.close();
});

const variable = (ids: number[], changes: Partial<ProductRecord> = {}) =>
  productRecord({
    id: 7,
    type: 'variable',
    variations: ids.map((id) => variationRecord({ id })),
    ...changes,
  });

async function documentOf(id: number, { products } = one) {
  const [found] = await products.byIds([id]);
  return found ?? null;
}

async function childPrices(id: number) {
  const found = await documentOf(id);
  return found && 'childPrices' in found ? found.childPrices : null;
}

describe('storing records', () => {
  test('counts new products and variations, and is one change that names all of them', async () => {
    const before = await one.counter.last();
    const { documents, ...written } = await one.writer.keep([variable([8, 9])]);
    expect(written).toEqual({
      products: { ...outcome, created: 1 },
      variations: { ...outcome, created: 2 },
      number: before + 1,
      touched: [7, 8, 9],
    });
    // The returned documents are equal to the stored documents.
    expect(documents).toEqual(await one.products.byIds([7, 8, 9]));
  });

  test('compares related products as a set, and not at all if the shop may choose among more than it names', async () => {
    const keep = (...relatedIds: number[]) => one.writer.keep([productRecord({ id: 7, relatedIds })]);
    const related = async () => (await documentOf(7)) as { relatedIds?: number[] } | null;
    const { number } = await keep(1, 2, 3);
    expect(await keep(3, 1, 2)).toMatchObject({
      products: { ...outcome, unchanged: 1 },
      number,
      touched: [],
    });
    expect((await related())?.relatedIds).toEqual([1, 2, 3]);
    expect(await keep(3, 1, 4)).toMatchObject({ products: { ...outcome, changed: 1 }, touched: [7] });
    expect((await related())?.relatedIds).toEqual([3, 1, 4]);
    expect((await keep(3, 1)).products).toEqual({ ...outcome, changed: 1 });
    expect((await keep(1, 2, 3, 4, 5)).products).toEqual({ ...outcome, changed: 1 });
    expect((await keep(6, 7, 8, 9, 10)).products).toEqual({ ...outcome, unchanged: 1 });
    await one.writer.keep([productRecord({ id: 3 })]);
    await one.writer.remove([3]);
    expect((await related())?.relatedIds).toEqual([1, 2, 4, 5]);
    expect((await keep(6, 7, 8, 9, 10)).products).toEqual({ ...outcome, changed: 1 });
  });

  test('that are unchanged makes no change', async () => {
    const { number } = await one.writer.keep([variable([8])]);
    expect(await other.writer.keep([variable([8])])).toMatchObject({
      products: { ...outcome, unchanged: 1 },
      variations: { ...outcome, unchanged: 1 },
      number,
      touched: [],
      documents: [],
    });
    expect(await one.counter.last()).toBe(number);
  });

  test('removes the variations that a product no longer has', async () => {
    await one.writer.keep([variable([8, 9])]);
    const { variations, touched } = await one.writer.keep([variable([9])]);
    expect(variations).toEqual({ ...outcome, unchanged: 1, removed: 1 });
    // The change also names product 7, because caches of its variations must be cleared.
    expect(touched).toEqual([7, 8]);
    expect(await documentOf(8)).toBeNull();
  });

  test('lets two products swap their SKUs', async () => {
    await one.writer.keep([productRecord({ id: 1, sku: 'a' }), productRecord({ id: 2, sku: 'b' })]);
    await one.writer.keep([productRecord({ id: 1, sku: 'b' }), productRecord({ id: 2, sku: 'a' })]);
    expect((await one.products.bySkus(['a']))[0]?._id).toBe(2);
  });

  test('lets any number of products have no SKU', async () => {
    const records = [1, 2, 3].map((id) => productRecord({ id, sku: '' }));
    expect((await one.writer.keep(records)).products.created).toBe(3);
  });

  test('of which one has a SKU in use is refused; the refusal names the SKU, and nothing is stored', async () => {
    await one.writer.keep([productRecord({ id: 1, sku: 'taken' })]);
    const before = await one.counter.last();
    const refused = one.writer.keep([productRecord({ id: 2 }), productRecord({ id: 3, sku: 'taken' })]);
    await expect(refused).rejects.toMatchObject({
      code: 'service_invalid_request',
      data: { faults: [{ path: 'records', rule: 'sku_taken', values: { sku: 'taken' } }] },
    });
    expect(await documentOf(2)).toBeNull();
    expect(await one.counter.last()).toBe(before);
  });

  test('stores meta values of every kind unchanged', async () => {
    const values = [null, 0, 'text', [], {}, { $set: { a: 1 }, 'b.c': [1.5] }];
    await one.writer.keep([
      productRecord({ id: 1, meta: values.map((value, id) => ({ id, key: 'k', value })) }),
    ]);
    const found = await documentOf(1);
    expect(found?.meta.map(({ value }) => JSON.parse(value))).toEqual(values);
  });
});

describe('a group', () => {
  const group = productRecord({ id: 50, type: 'grouped', groupedIds: [1, 2], prices: pricesOf(null) });
  const mug = (id: number, regular: number | null) => productRecord({ id, prices: pricesOf(regular) });

  test('has the prices of its products, also when it is stored before them', async () => {
    await one.writer.keep([group]);
    await one.writer.keep([mug(1, 100), mug(2, 200)]);
    expect(await childPrices(50)).toEqual([pricesOf(100), pricesOf(200)]);
  });

  test('is named in a change that gives one of its products another price', async () => {
    await one.writer.keep([group, mug(1, 100), mug(2, 200)]);
    expect((await one.writer.keep([mug(2, 300)])).touched).toEqual([2, 50]);
    expect(await childPrices(50)).toEqual([pricesOf(100), pricesOf(300)]);
  });

  test('does not change when it is stored again', async () => {
    await one.writer.keep([group, mug(1, 100), mug(2, 200)]);
    expect((await one.writer.keep([group])).products.unchanged).toBe(1);
    expect(await childPrices(50)).toEqual([pricesOf(100), pricesOf(200)]);
  });

  test('loses the price of a product that is removed', async () => {
    await one.writer.keep([group, mug(1, 100), mug(2, 200)]);
    expect((await one.writer.remove([1])).touched).toEqual([1, 50]);
    expect(await childPrices(50)).toEqual([pricesOf(200)]);
  });
});

test('removing a product removes its variations and is one change', async () => {
  const { number } = await one.writer.keep([variable([8, 9])]);
  expect(await one.writer.remove([7, 404])).toEqual({
    ...{ removed: 1, variations: 2 },
    ...{ number: number + 1, touched: [7, 8, 9] },
  });
  expect(await one.engine.connection.collection('products').countDocuments()).toBe(0);
});

test('two replicas that write at once number their changes without a gap, each with its own data', async () => {
  const before = await one.counter.last();
  const writes = Array.from({ length: 20 }, (_, index) =>
    (index % 2 === 0 ? one : other).writer.keep([productRecord({ id: 100 + index })]),
  );
  const numbers = (await Promise.all(writes)).map(({ number }) => number);
  expect(numbers.toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 20 }, (_, index) => before + index + 1),
  );
  expect(await one.counter.last()).toBe(before + 20);
});

test('the number of a change is never visible before its data', async () => {
  await one.writer.keep([productRecord({ id: 1, sku: 'n', name: '0' })]);
  const start = await one.counter.last();
  let writing = true;
  const writes = (async () => {
    for (let round = 1; round <= 15; round += 1) {
      await one.writer.keep([productRecord({ id: 1, sku: 'n', name: String(round) })]);
    }
    writing = false;
  })();
  while (writing) {
    const number = await other.counter.last();
    const found = await documentOf(1, other);
    expect(Number(found?.name)).toBeGreaterThanOrEqual(number - start);
  }
  await writes;
});

test('a reference never becomes an operator of a MongoDB query', async () => {
  await one.writer.keep([productRecord({ id: 1, sku: 'real' })]);
  const forged = { $ne: null } as unknown as string;
  expect(await one.products.bySkus([forged]).catch(() => [])).toEqual([]);
  expect(await one.products.byIds([forged as unknown as number]).catch(() => [])).toEqual([]);
});

test('no read, write or removal scans a collection', async () => {
  const observer = await createConnection(mongod.url).asPromise();
  const { db } = observer;
  if (!db) throw new Error('no database');
  const group = productRecord({ id: 50, type: 'grouped', groupedIds: [1, 2] });
  await one.writer.keep([
    variable([8, 9]),
    group,
    ...Array.from({ length: 20 }, (_, n) => productRecord({ id: n + 60 })),
  ]);
  await db.command({ profile: 2 });
  await one.writer.keep([variable([9, 10], { name: 'Cup' }), productRecord({ id: 1 })]);
  await one.products.byIds([7]);
  await one.products.byIds([1, 7, 50, 404]);
  await one.products.bySkus(['mug-8', 'mug-9', 'unknown']);
  await one.products.variationsOf([7]);
  await one.writer.ids(0, 10);
  await one.writer.remove([7]);
  await one.counter.last();
  await db.command({ profile: 0 });
  const profiled = await db
    .collection('system.profile')
    .find({ ns: /\.(products|counters)$/ })
    .toArray();
  const plans = profiled
    .map(({ op, planSummary }) => `${op} ${planSummary}`)
    .filter((plan) => !plan.endsWith('undefined'));
  expect(plans.length).toBeGreaterThan(12);
  expect(plans.filter((plan) => plan.includes('COLLSCAN'))).toEqual([]);
  await observer.close();
});
