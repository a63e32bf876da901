import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { importProducts, removeRecords } from '#contracts/catalogue-import.ts';
import { type ListQuery, listProducts, listVariations, readProducts } from '#contracts/listing.ts';
import type { ProductRecord } from '#contracts/product.ts';
import { Engine } from '#platform/mongodb/engine.ts';
import { mongodFixture, natsFixture } from '#testing/engines.ts';
import { type Replica, startReplica, until, variationsIn } from '../catalogue.fixture.ts';
import { pricesOf, productRecord, variationRecord } from '../records.fixture.ts';
import { Counter } from '../store/changes.ts';
import { ProductWriter } from '../store/product-writer.ts';

const mongod = mongodFixture();
const nats = natsFixture();
const clock = { now: Date.parse('2026-06-15T00:00:00Z') };
const urls = () => ({ mongodb: mongod.url, nats: nats.url });

let one: Replica;
let other: Replica;
/** Writes changes without publishing them, like a replica that dies before it sends the message. */
let silent: ProductWriter;
let engine: Engine;
beforeAll(async () => {
  [one, other] = await Promise.all([
    startReplica(urls(), () => clock.now),
    startReplica(urls(), () => clock.now),
  ]);
  await until(async () => (await one.ready()) && (await other.ready()));
  engine = new Engine(mongod.url, pino({ level: 'silent' }));
  await engine.start(async () => {});
  silent = new ProductWriter(engine, new Counter(engine.connection));
});
afterAll(async () => {
  await one[Symbol.asyncDispose]();
  await other[Symbol.asyncDispose]();
  await engine.close();
});

const context = () => ({ requestId: 'test', deadline: Date.now() + 30_000, claim: null });
/** Stores products with the public operation. */
const importAll = (...records: ProductRecord[]) => one.caller.request(importProducts, { records }, context());
/** Stores products and waits until both replicas have the change. */
async function keep(...records: ProductRecord[]): Promise<void> {
  const { number } = await importAll(...records);
  for (const replica of [one, other]) {
    await until(async () => (await list(replica, {})).asOf.catalogue >= number);
  }
}
const list = (replica: Replica, query: z.input<typeof ListQuery>) =>
  replica.list({ query: { orderBy: 'id', direction: 'asc', perPage: 100, ...query } });
async function ids(replica: Replica, query: z.input<typeof ListQuery>) {
  return (await list(replica, query)).entries.map(({ product }) => product.id);
}
const at = (utc: string) => ({ local: utc, utc });

describe('a list', () => {
  test('contains a change as soon as the change was answered, in every replica', async () => {
    const query = { search: 'round', include: [100] };
    for (let round = 1; round <= 30; round += 1) {
      const { number } = await importAll(
        productRecord({ id: 100, name: `Round ${round}`, sku: `r-${round}` }),
      );
      const lists = Array.from({ length: 4 }, () => one.listAny({ query }));
      const bySku = one.listAny({ query: { skus: [`r-${round}`] } });
      for (const found of await Promise.all([...lists, bySku])) {
        expect(found.entries.map(({ product }) => product.name)).toEqual([`Round ${round}`]);
        expect(found.asOf.catalogue).toBeGreaterThanOrEqual(number);
      }
    }
  });

  test('contains a change whose message was lost after a while, and never states a number before its change', async () => {
    const { number } = await silent.keep([productRecord({ id: 101, name: 'Unheard-of' })]);
    const start = performance.now();
    let found = await list(other, { search: 'unheard-of' });
    while (found.asOf.catalogue < number) {
      expect(performance.now() - start).toBeLessThan(30_000);
      // Lets this process receive messages. The answers come from memory, so nothing else in this loop waits.
      await new Promise(setImmediate);
      found = await list(other, { search: 'unheard-of' });
    }
    expect([found.total, found.entries.map(({ product }) => product.id)]).toEqual([1, [101]]);
  });

  test('does not contain a removed product or its variations', async () => {
    const variations = [variationRecord({ id: 111 }), variationRecord({ id: 112 })];
    await keep(productRecord({ id: 110, type: 'variable', variations }));
    await until(
      async () => variationsIn(await other.ask(listVariations, { productId: 110, query: {} })).total === 2,
    );
    await one.ask(removeRecords, { collection: 'products', ids: [110] });
    const left = await Promise.all(
      [one, other].map(async (replica) => {
        await until(async () => (await ids(replica, { include: [110] })).length === 0);
        return ids(replica, { include: [110, 111, 112], types: ['variable', 'variation'] });
      }),
    );
    expect(left).toEqual([[], []]);
  });

  test('is the same in a replica that starts after the changes', async () => {
    await keep(
      ...[120, 121, 122, 123].map((id) =>
        productRecord({ id, name: `Late ${id}`, prices: pricesOf(id * 10), featured: id % 2 === 0 }),
      ),
    );
    await using late = await startReplica(urls(), () => clock.now);
    await until(() => late.ready());
    for (const query of [{}, { search: 'late' }, { featured: true }, { orderBy: 'price' as const }]) {
      const [held, fresh] = [await list(one, query), await list(late, query)];
      expect({ ...fresh, asOf: null }).toEqual({ ...held, asOf: null });
    }
  });

  test('has the sale price from the first to the last second of the sale, also in its filters and order', async () => {
    const sale = { sale: 100, saleFrom: at('2026-07-01T00:00:00'), saleTo: at('2026-07-01T00:00:01') };
    await keep(
      productRecord({ id: 130, tags: [{ id: 9, name: 'Sale', slug: 'sale' }], prices: pricesOf(500) }),
      productRecord({
        id: 131,
        tags: [{ id: 9, name: 'Sale', slug: 'sale' }],
        prices: { regular: 900, ...sale },
      }),
    );
    const tags = { terms: ['9'], operator: 'in' as const };
    const seen = async (replica: Replica) => {
      const byPrice = await list(replica, { tags, orderBy: 'price' });
      return {
        prices: byPrice.entries.map(({ product }) => [product.id, product.prices.price]),
        onSale: await ids(replica, { tags, onSale: true }),
        cheap: await ids(replica, { tags, maxPrice: '2' }),
        holdsUntil: byPrice.holdsUntil,
      };
    };
    const regular = [
      [130, 500],
      [131, 900],
    ];
    const [begins, ends] = [Date.parse('2026-07-01T00:00:00Z'), Date.parse('2026-07-01T00:00:02Z')];
    await until(async () => (await ids(other, { tags })).length === 2);
    for (const replica of [one, other]) {
      clock.now = begins - 1;
      expect(await seen(replica)).toEqual({ prices: regular, onSale: [], cheap: [], holdsUntil: begins });
    }
    for (const replica of [one, other]) {
      clock.now = begins;
      expect(await seen(replica)).toEqual({
        prices: [
          [131, 100],
          [130, 500],
        ],
        onSale: [131],
        cheap: [131],
        holdsUntil: ends,
      });
    }
    for (const replica of [one, other]) {
      clock.now = ends;
      expect(await seen(replica)).toEqual({ prices: regular, onSale: [], cheap: [], holdsUntil: null });
    }
  });

  test('is built again from all products when the log of changes no longer contains the missed changes', async () => {
    const { number } = await silent.keep([productRecord({ id: 140, name: 'Beyond' })]);
    // Deletes the missed changes from the log, as if this replica had been disconnected for a week.
    await engine.connection.collection('changes').deleteMany({});
    await until(async () => (await list(other, {})).asOf.catalogue >= number);
    expect(await ids(other, { search: 'beyond' })).toEqual([140]);
  });
});

describe('a page of products', () => {
  test('that exceeds one message is read in several messages, complete and in order', async () => {
    const large = Array.from({ length: 100 }, (_, n) => productRecord({ id: 200 + n, menuOrder: -n }));
    const description = `<p class="text">${'“Großer” text.\n'.repeat(1_500)}</p>`;
    for (let from = 0; from < 100; from += 20) {
      await keep(...large.slice(from, from + 20).map((record) => ({ ...record, description })));
    }
    const query = {
      orderBy: 'menuOrder' as const,
      direction: 'asc' as const,
      perPage: 100,
      include: large.map(({ id }) => id),
    };
    const first = await one.caller.request(listProducts, { query }, context());
    const ids = large.map(({ id }) => id).reverse();
    expect(first.ids).toEqual(ids);
    expect(first.digests.length).toBeLessThan(ids.length);
    expect(first.madeOf).toBeUndefined();
    const found: string[] = [];
    for (let left = ids; left.length > 0; left = ids.slice(found.length)) {
      const { parts, values, others } = await one.caller.request(readProducts, { ids: left }, context());
      expect(values.map(({ product }) => product.id)).toEqual(left.slice(0, parts.length));
      expect([parts.length > 0, others.gone]).toEqual([true, []]);
      found.push(...parts.map(({ digest }) => digest));
    }
    expect(found).toHaveLength(ids.length);
    expect(found.slice(0, first.digests.length)).toEqual(first.digests);
  });

  test('states which of its products are gone, and reads the others', async () => {
    await keep(
      productRecord({ id: 300 }),
      productRecord({ id: 301, status: 'draft' }),
      productRecord({ id: 302 }),
    );
    const { values, others } = await one.ask(readProducts, { ids: [300, 301, 302, 303] });
    expect([values.map(({ product }) => product.id), others.gone]).toEqual([
      [300, 302],
      [301, 303],
    ]);
  });
});

describe('the variations of a product', () => {
  test('are an empty list for a product that has none, is not public or does not exist', async () => {
    const variations = [variationRecord({ id: 151 })];
    await keep(
      productRecord({ id: 150, type: 'variable', status: 'draft', variations }),
      productRecord({ id: 152 }),
    );
    for (const productId of [150, 151, 152, 404]) {
      const { variations: found, total } = variationsIn(
        await one.ask(listVariations, { productId, query: {} }),
      );
      expect([found, total]).toEqual([[], 0]);
    }
  });

  test('are returned in pages, with the data inherited from the product', async () => {
    const categories = [{ id: 3, name: 'Cups', slug: 'cups' }];
    const variations = [161, 162, 163].map((id) => variationRecord({ id, menuOrder: -id }));
    const colour = { id: 3, key: 'pa_colour', name: 'Colour', position: 2, visible: false, variation: true };
    const attributes = [{ ...colour, options: [{ slug: 'red', label: 'Red' }] }];
    await keep(productRecord({ id: 160, type: 'variable', categories, attributes, variations }));
    const query = { perPage: 2, orderBy: 'menuOrder' as const, direction: 'asc' as const };
    const found = variationsIn(await one.ask(listVariations, { productId: 160, query }));
    expect([found.variations.map(({ id }) => id), found.total]).toEqual([[163, 162], 3]);
    const places = [{ key: 'pa_colour', position: 2, visible: false }];
    expect(found.parent).toEqual({ id: 160, categories, tags: [], attributes: places });
    const { product } = (await list(one, { include: [160] })).entries[0] ?? {};
    expect([product?.variationIds, product?.variations]).toEqual([[163, 162, 161], []]);
  });
});

test('entries are sent as JSON bytes that are written once per version of a product', async () => {
  const named = (name: string) => productRecord({ id: 910, sku: 'WRITTEN', name });
  const read = async () => {
    const { digests } = await one.caller.request(listProducts, { query: { include: [910] } }, context());
    const { parts } = await one.caller.request(readProducts, { ids: [910] }, context());
    expect(parts.map(({ digest }) => digest)).toEqual(digests);
    return digests;
  };
  await keep(named('A round mug'));
  const [first] = await read();
  expect(first).toEqual(expect.any(String));
  expect(await read()).toEqual([first]);
  const plain = await list(one, { include: [910] });
  expect(plain.entries.map(({ product }) => product.name)).toEqual(['A round mug']);
  await keep(named('A square mug'));
  expect(await read()).not.toEqual([first]);
});
