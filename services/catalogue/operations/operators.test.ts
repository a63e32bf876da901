import { createConnection } from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readFacts, readProduct } from '#contracts/catalogue.ts';
import { importProducts } from '#contracts/catalogue-import.ts';
import { findProducts, inspectProduct, setProduct } from '#contracts/catalogue-operators.ts';
import { CatalogueChange, FeedMessage } from '#contracts/feed.ts';
import { decode } from '#platform/bus/wire.ts';
import { mongodFixture, natsFixture } from '#testing/engines.ts';
import { productIn, type Replica, startReplica, until } from '../catalogue.fixture.ts';
import { counted, pricesOf, productRecord, variationRecord } from '../records.fixture.ts';

const mongod = mongodFixture();
const nats = natsFixture();
const now = Date.parse('2026-06-15T10:00:00Z');

let one: Replica;
let other: Replica;
beforeAll(async () => {
  const urls = { mongodb: mongod.url, nats: nats.url };
  [one, other] = await Promise.all([startReplica(urls, () => now), startReplica(urls, () => now)]);
  await until(async () => (await one.mongodb.check()) && (await other.mongodb.check()));
});
afterAll(async () => {
  await one[Symbol.asyncDispose]();
  await other[Symbol.asyncDispose]();
});

const ask: Replica['askAny'] = (operation, request) => one.askAny(operation, request);

const variationIds = Array.from({ length: 10 }, (_, n) => 11 + n);
const records = [
  productRecord({ id: 1, sku: 'Plain' }),
  productRecord({ id: 2, status: 'draft', sku: 'draft' }),
  productRecord({
    id: 10,
    sku: 'many',
    type: 'variable',
    prices: pricesOf(null),
    variations: variationIds.map((id) => variationRecord({ id, menuOrder: id, stock: counted(1) })),
  }),
  productRecord({ id: 30, sku: 'group', type: 'grouped', prices: pricesOf(null), groupedIds: [1] }),
];

beforeEach(async () => {
  const connection = await createConnection(mongod.url).asPromise();
  await connection.collection('products').deleteMany({});
  await connection.close();
  await ask(importProducts, { records });
});

const refusedAs = (code: string) => expect.objectContaining({ code });
const productOf = async (reference: string) => productIn(await ask(readProduct, { reference })).product;

/** Returns the changes that the feed announces from now on. */
async function followedFeed() {
  const heard: CatalogueChange[] = [];
  const feed = one.nats.subscribe('feed.catalogue', {
    callback: (_error, message) => {
      const { change } = FeedMessage.parse(decode(message.data));
      if (change) heard.push(CatalogueChange.parse(change));
    },
  });
  await one.nats.flush();
  return { heard, feed };
}

describe('reading products as an administrator', () => {
  test('returns products of any status, by id or SKU', async () => {
    const { product } = await ask(inspectProduct, { reference: 'draft' });
    expect([product.id, product.status]).toEqual([2, 'draft']);
    expect((await ask(inspectProduct, { reference: '12' })).product.type).toBe('variation');
    const all = await ask(inspectProduct, { reference: '10' });
    expect(all.product.variations.map(({ id }) => id)).toEqual(variationIds);
  });

  test('is refused for an unknown id or SKU', async () => {
    const inspected = (reference: string) => ask(inspectProduct, { reference });
    const set = (reference: string) => ask(setProduct, { reference, change: {} });
    for (const call of [inspected, set]) {
      await expect(call('404')).rejects.toEqual(refusedAs('service_product_invalid_id'));
      await expect(call('no-such')).rejects.toEqual(refusedAs('service_unknown_product_id'));
    }
  });

  test('finds products by the filters of a list, in short form', async () => {
    const query = { statuses: ['publish' as const, 'draft' as const], orderBy: 'id' as const };
    const { products, total } = await ask(findProducts, {
      query: { ...query, direction: 'asc', perPage: 2 },
    });
    expect([products.map(({ id, status }) => [id, status]), total]).toEqual([
      [
        [1, 'publish'],
        [2, 'draft'],
      ],
      4,
    ]);
  });
});

describe('changing products', () => {
  test('a price is visible at once through another replica, on the product and in its group', async () => {
    await productOf('1');
    await productOf('30');
    const { product, number } = await ask(setProduct, {
      reference: 'Plain',
      change: { regular: 2_000, sale: 1_800 },
    });
    expect([product.price, product.regular, product.onSale]).toEqual([1_800, 2_000, true]);
    await until(async () => (await productOf('1')).prices.price === 1_800);
    expect((await productOf('30')).prices.price).toBe(1_800);
    expect((await productOf('1')).modified).toEqual({
      local: '2026-06-15T10:00:00',
      utc: '2026-06-15T10:00:00',
    });
    const { asOf } = await ask(readFacts, { references: ['1'] });
    expect(asOf.catalogue).toBe(number);
  });

  test('setting the current value makes no change', async () => {
    const first = await ask(setProduct, { reference: '1', change: { stock: 3 } });
    const again = await ask(setProduct, { reference: '1', change: { stock: 3 } });
    expect(again).toEqual(first);
  });

  test('an invalid change is refused and changes nothing', async () => {
    const before = await productOf('10');
    const refused = ask(setProduct, { reference: '10', change: { regular: 100, stock: 5 } });
    await expect(refused).rejects.toMatchObject({
      code: 'service_invalid_request',
      data: { faults: [{ path: 'change.regular', rule: 'price_of_parts', values: { type: 'variable' } }] },
    });
    expect(await productOf('10')).toEqual(before);
  });

  test('the status private hides a product with its variations, also from carts', async () => {
    await ask(setProduct, { reference: 'many', change: { status: 'private' } });
    await until(async () => {
      const { facts } = await ask(readFacts, { references: ['12'] });
      return facts[0]?.purchasable === false;
    });
    await expect(productOf('10')).rejects.toEqual(refusedAs('service_product_invalid_id'));
  });

  test('twenty concurrent changes of prices and stocks of one product are all applied', async () => {
    const changes = variationIds.flatMap((id, n) => [
      { reference: String(id), change: { regular: 1_000 + id } },
      { reference: String(id), change: { stock: n } },
    ]);
    await Promise.all(changes.map((change) => ask(setProduct, change)));
    const { product } = await ask(inspectProduct, { reference: '10' });
    expect(
      product.variations.map(({ prices, stock }) => [prices.price, stock.quantity, stock.status]),
    ).toEqual(variationIds.map((id, n) => [1_000 + id, n, n === 0 ? 'outofstock' : 'instock']));
    expect(product.prices.range).toEqual({ min: 1_011, max: 1_020 });
  });

  test('concurrent changes share transactions; a refused change does not affect the others', async () => {
    const change = (reference: string, regular: number) =>
      ask(setProduct, { reference, change: { regular } }).then(
        ({ product, number }) => [product.price, number] as const,
        ({ code }) => [code, 0] as const,
      );
    const results = await Promise.all([
      ...Array.from({ length: 20 }, (_, n) => change('1', 100 + n)),
      change('10', 5),
      ...Array.from({ length: 20 }, (_, n) => change('draft', 200 + n)),
    ]);
    const values = results.map(([value]) => value);
    expect(values.slice(0, 20)).toEqual(Array.from({ length: 20 }, (_, n) => 100 + n));
    expect(values[20]).toBe('service_invalid_request');
    expect(values.slice(21)).toEqual(Array.from({ length: 20 }, (_, n) => 200 + n));
    expect(new Set(results.map(([, number]) => number)).size).toBeLessThan(10);
    const { price } = (await ask(inspectProduct, { reference: '1' })).product.prices;
    expect(values.slice(0, 20)).toContain(price);
    const again = await ask(setProduct, { reference: '1', change: { regular: price } });
    expect(again.number).toBe(Math.max(...results.map(([, number]) => number)));
  });

  test('concurrent changes of a product, its variations and its other facts are all made', async () => {
    const { heard, feed } = await followedFeed();
    await Promise.all([
      ask(setProduct, { reference: '1', change: { regular: 700 } }),
      ask(setProduct, { reference: '11', change: { regular: 1_500 } }),
      ask(setProduct, { reference: '10', change: { stock: 4 } }),
      ask(setProduct, { reference: '12', change: { regular: 1_600 } }),
      ask(setProduct, { reference: '1', change: { status: 'draft' } }),
    ]);
    const { product } = await ask(inspectProduct, { reference: '10' });
    expect([
      product.stock.quantity,
      ...product.variations.slice(0, 2).map(({ prices }) => prices.price),
    ]).toEqual([4, 1_500, 1_600]);
    const changed = await ask(inspectProduct, { reference: '1' });
    expect([changed.product.status, changed.product.prices.price]).toEqual(['draft', 700]);
    const affected = () => new Set(heard.flatMap(({ products }) => products));
    await until(async () => [1, 10, 11, 12, 30].every((id) => affected().has(id)));
    feed.unsubscribe();
    // At least the change of the status is announced as a change of other facts.
    expect(
      heard.some(({ products, onlyPricesAndStock }) => products.includes(1) && !onlyPricesAndStock),
    ).toBe(true);
  });

  test('the feed states whether only prices and stock changed', async () => {
    const { heard, feed } = await followedFeed();
    for (const change of [
      { regular: 900, stock: 2 },
      { regular: 950, status: 'draft' as const },
    ])
      await ask(setProduct, { reference: '1', change });
    await until(async () => heard.length === 2);
    feed.unsubscribe();
    expect(heard).toEqual([
      { products: [1, 30], onlyPricesAndStock: true },
      { products: [1, 30], onlyPricesAndStock: false },
    ]);
  });

  test('the next import of the same record reverts a change', async () => {
    const before = await productOf('10');
    await ask(setProduct, { reference: '12', change: { regular: 1, stock: 0 } });
    await ask(setProduct, { reference: '10', change: { stock: 4 } });
    const { products, variations } = await ask(importProducts, { records });
    expect([products.changed, variations.changed]).toEqual([1, 10]);
    await until(async () => (await productOf('10')).stock.managed === false);
    expect(await productOf('10')).toEqual(before);
  });
});
