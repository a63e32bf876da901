import { createConnection } from 'mongoose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { importProducts, importTerms, removeRecords } from '#contracts/catalogue-import.ts';
import { listTerms, readTerm, type TermList } from '#contracts/terms.ts';
import { mongodFixture, natsFixture } from '#testing/engines.ts';
import { type Replica, startReplica, until } from '../catalogue.fixture.ts';
import { productRecord } from '../records.fixture.ts';

const mongod = mongodFixture();
const nats = natsFixture();

let replicas: [Replica, Replica];
beforeAll(async () => {
  const urls = { mongodb: mongod.url, nats: nats.url };
  replicas = await Promise.all([startReplica(urls), startReplica(urls)]);
  await until(async () => (await Promise.all(replicas.map(({ mongodb }) => mongodb.check()))).every(Boolean));
  for (const batch of shop) await ask(importTerms, batch);
});
afterAll(async () => {
  for (const one of replicas) await one[Symbol.asyncDispose]();
});

const ask: Replica['askAny'] = (operation, request) => replicas[0].askAny(operation, request);

const tag = (id: number, name: string) => ({ id, name, slug: name.toLowerCase(), description: '', count: 1 });
const category = (id: number, name: string, parentId = 0) => ({
  ...tag(id, name),
  parentId,
  display: 'default' as const,
  image: null,
  menuOrder: 0,
});
const attribute = (id: number, name: string) => ({
  id,
  name,
  slug: `pa_${name.toLowerCase()}`,
  type: 'select',
  orderBy: 'menu_order' as const,
  hasArchives: false,
});
const term = (id: number, attributeId: number, name: string) => ({
  ...tag(id, name),
  attributeId,
  menuOrder: 0,
});

const shop: TermList[] = [
  {
    kind: 'categories',
    records: [category(16, 'Clothing'), category(17, 'Tshirts', 16), category(21, 'Decor')],
  },
  { kind: 'tags', records: [tag(35, 'cotton'), tag(36, 'basic')] },
  { kind: 'brands', records: [{ ...tag(40, 'Stone'), parentId: 0, image: null, menuOrder: 0 }] },
  { kind: 'attributes', records: [attribute(2, 'Size'), attribute(3, 'Colour')] },
  // The size S and the colour S have the same slug. The id 3 is an attribute and a term.
  { kind: 'terms', records: [term(32, 2, 'S'), term(33, 2, 'M'), term(3, 3, 'S')] },
];

const idsOf = async (request: z.input<typeof listTerms.request>) =>
  (await ask(listTerms, request)).found.records.map(({ id }) => id);

describe('lists', () => {
  test.each([
    ['categories', {}, [16, 21, 17]],
    ['categories', { parent: 16 }, [17]],
    ['tags', {}, [36, 35]],
    ['tags', { page: 2, perPage: 1 }, [35]],
    ['tags', { page: 9 }, []],
    ['brands', {}, [40]],
    ['attributes', { perPage: null }, [3, 2]],
    ['terms', { attribute: '2' }, [33, 32]],
    ['terms', { attribute: 'pa_size', search: 's' }, [32]],
    ['terms', { attribute: 'colour' }, [3]],
  ] as const)('of %s with %o are %o', async (kind, query, expected) => {
    expect(await idsOf({ kind, ...query })).toEqual(expected);
  });

  test('have the total on every page, and complete records', async () => {
    const { asOf, ...answer } = await ask(listTerms, { kind: 'tags', perPage: 1 });
    expect(answer).toEqual({ found: { kind: 'tags', records: [tag(36, 'basic')] }, total: 2 });
    expect(asOf.catalogue).toBeGreaterThanOrEqual(shop.length);
  });

  test('of an unknown attribute are refused', async () => {
    const refused = (attribute: string) =>
      expect(ask(listTerms, { kind: 'terms', attribute })).rejects.toMatchObject({
        code: 'service_taxonomy_invalid',
      });
    await Promise.all(['999', '', 'pa_weight', '{"$ne":null}'].map(refused));
  });

  test('of a product contain only its terms, and are empty for a product that is not public', async () => {
    const size = { id: 2, key: 'pa_size', name: 'Size', position: 0, visible: true, variation: false };
    const attributes = [{ ...size, options: [{ slug: 's', label: 'S' }] }];
    const tags = [{ id: 35, name: 'cotton', slug: 'cotton' }];
    await ask(importProducts, {
      records: [
        productRecord({ id: 1, tags, attributes }),
        productRecord({ id: 2, tags, status: 'draft' }),
        productRecord({ id: 3, tags, locked: true }),
      ],
    });
    const tagsOf = (product: number) => idsOf({ kind: 'tags', product });
    expect(await Promise.all([1, 2, 3, 404].map(tagsOf))).toEqual([[35], [], [], []]);
    expect(await idsOf({ kind: 'terms', attribute: '2', product: 1 })).toEqual([32]);
    expect(await idsOf({ kind: 'terms', attribute: '3', product: 1 })).toEqual([]);
    expect(await idsOf({ kind: 'attributes', product: 1 })).toEqual([2]);
  });
});

describe('one term', () => {
  test.each([
    ['categories', '', '17', 17],
    ['categories', '', 'tshirts', 17],
    ['tags', '', 'cotton', 35],
    ['attributes', '', '3', 3],
    ['attributes', '', 'pa_colour', 3],
    ['attributes', '', 'colour', 3],
    ['terms', 'pa_size', 's', 32],
    ['terms', '3', 's', 3],
  ] as const)('of %s%s by %s is %i', async (kind, attribute, reference, id) => {
    const { found } = await ask(readTerm, { kind, attribute, reference });
    expect([found.kind, found.records.map((record) => record.id)]).toEqual([kind, [id]]);
  });

  test.each([
    ['categories', '', '999', 'service_term_invalid'],
    ['tags', '', '99999999999999999999', 'service_term_invalid'],
    ['brands', '', '', 'service_term_invalid'],
    ['attributes', '', '999', 'service_attribute_invalid'],
    ['terms', '2', '3', 'service_term_invalid'],
    ['terms', '999', '32', 'service_taxonomy_invalid'],
  ] as const)('of %s%s by %s is refused with %s', async (kind, attribute, reference, code) => {
    await expect(ask(readTerm, { kind, attribute, reference })).rejects.toMatchObject({ code });
  });
});

/** Returns the different names in eight answers, each from a random replica. */
async function namesByAll(reference: string): Promise<string[]> {
  const all = Array.from({ length: 8 }, () => ask(readTerm, { kind: 'tags', reference }));
  const names = (await Promise.all(all)).flatMap(({ found }) => found.records.map(({ name }) => name));
  return [...new Set(names)];
}

test('a changed term is in the answers of both replicas', async () => {
  await ask(importTerms, { kind: 'tags', records: [tag(50, 'Old')] });
  await namesByAll('50');
  await ask(importTerms, { kind: 'tags', records: [tag(50, 'New')] });
  await until(async () => (await namesByAll('50')).join() === 'New');
});

test('a removed term is gone from both replicas', async () => {
  await ask(importTerms, { kind: 'tags', records: [tag(51, 'Gone')] });
  await namesByAll('51');
  expect(await ask(removeRecords, { collection: 'tags', ids: [51, 404] })).toEqual({
    removed: 1,
    variations: 0,
  });
  const isGone = async () => {
    const all = Array.from({ length: 8 }, () => ask(readTerm, { kind: 'tags', reference: '51' }));
    return (await Promise.allSettled(all)).every(({ status }) => status === 'rejected');
  };
  await until(isGone);
  await expect(namesByAll('51')).rejects.toMatchObject({ code: 'service_term_invalid' });
});

test('an answer that states the number of a change contains that change', async () => {
  for (let round = 1; round <= 20; round += 1) {
    const { number } = await ask(importTerms, { kind: 'tags', records: [tag(52, `Round ${round}`)] });
    const all = Array.from({ length: 6 }, () => ask(readTerm, { kind: 'tags', reference: '52' }));
    for (const { found, asOf } of await Promise.all(all)) {
      const isNew = found.records[0]?.name === `Round ${round}`;
      expect(isNew || asOf.catalogue < number).toBe(true);
    }
  }
});

test('terms are read from MongoDB once until one of them changes, for any number of requests and changes of products', async () => {
  const observer = await createConnection(mongod.url).asPromise();
  const { db } = observer;
  if (!db) throw new Error('no database');
  const finds = () => db.collection('system.profile').countDocuments({ op: 'query', ns: /\.tags$/ });
  const many = () => Promise.all(Array.from({ length: 40 }, () => idsOf({ kind: 'tags' })));
  await ask(importTerms, { kind: 'tags', records: [tag(53, 'Before')] });
  await until(async () => (await namesByAll('53')).join() === 'Before');
  const earlier = await finds();
  await db.command({ profile: 2 });
  try {
    await many();
    await ask(importProducts, { records: [productRecord({ id: 9, name: 'Cup' })] });
    await many();
    expect(await finds()).toBe(earlier);
    await ask(importTerms, { kind: 'tags', records: [tag(53, 'After')] });
    await many();
    await until(async () => (await namesByAll('53')).join() === 'After');
    const reads = (await finds()) - earlier;
    expect(reads).toBeGreaterThanOrEqual(replicas.length);
    // A replica that receives the change during a read reads once more.
    expect(reads).toBeLessThanOrEqual(2 * replicas.length);
  } finally {
    await db.command({ profile: 0 });
    await observer.close();
  }
});

test('a change whose message was lost is in the answers of both replicas after a while', async () => {
  await ask(importTerms, { kind: 'tags', records: [tag(54, 'Old')] });
  await namesByAll('54');
  // Simulates a replica that dies after it committed a change and before it published the change.
  const writer = await createConnection(mongod.url).asPromise();
  const ofTags = writer.collection<{ _id: number }>('tags');
  await ofTags.updateOne({ _id: 54 }, { $set: { name: 'New', 'record.name': 'New' } });
  await writer
    .collection<{ _id: string }>('counters')
    .updateOne({ _id: 'catalogue' }, { $inc: { number: 1 } });
  await until(async () => (await namesByAll('54')).join() === 'New');
  await writer.close();
});
