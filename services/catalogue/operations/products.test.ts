import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCatalogueNumber, readFacts, readProduct } from '#contracts/catalogue.ts';
import { importProducts } from '#contracts/catalogue-import.ts';
import { setProduct } from '#contracts/catalogue-operators.ts';
import { mongodFixture, natsFixture } from '#testing/engines.ts';
import { productIn, type Replica, startReplica, until } from '../catalogue.fixture.ts';
import { productRecord, variationRecord } from '../records.fixture.ts';

const mongod = mongodFixture();
const nats = natsFixture();
const clock = { now: Date.parse('2026-06-15T00:00:00Z') };

let one: Replica;
beforeAll(async () => {
  const urls = { mongodb: mongod.url, nats: nats.url };
  one = await startReplica(urls, () => clock.now);
  await until(() => one.mongodb.check());
});
afterAll(async () => {
  await one[Symbol.asyncDispose]();
});

const ask: Replica['askAny'] = (operation, request) => one.askAny(operation, request);

const at = (utc: string) => ({ local: utc, utc });

describe('reading a product', () => {
  beforeAll(async () => {
    const sale = { regular: 2_000, sale: 1_500, saleFrom: at('2026-07-01T00:00:00'), saleTo: null };
    await ask(importProducts, {
      records: [
        productRecord({ id: 1, sku: 'plain', relatedIds: [2, 3, 404], upsellIds: [4], crossSellIds: [2] }),
        productRecord({ id: 2, prices: sale }),
        productRecord({ id: 3, status: 'draft', sku: 'draft', slug: 'hidden-slug' }),
        productRecord({ id: 6, sku: 'Case-Kept', slug: 'the-same' }),
        productRecord({ id: 12, sku: '', slug: 'the-same' }),
        productRecord({ id: 4, status: 'publish', locked: true }),
        productRecord({ id: 5, sku: '77' }),
        productRecord({
          id: 7,
          type: 'variable',
          variations: [
            variationRecord({ id: 10, menuOrder: 2 }),
            variationRecord({ id: 9, menuOrder: 1 }),
            variationRecord({ id: 8, menuOrder: 1, status: 'private' }),
          ],
        }),
      ],
    });
  });

  test('shows only published related products, in order, and holds until one of their prices changes', async () => {
    const { product, holdsUntil } = productIn(await ask(readProduct, { reference: '1' }));
    const names = (cards: readonly { id: number }[]) => cards.map(({ id }) => id);
    expect([names(product.related), names(product.upsells), names(product.crossSells)]).toEqual([
      [2],
      [],
      [2],
    ]);
    expect(holdsUntil).toBe(Date.parse('2026-07-01T00:00:00Z'));
  });

  const digestOf = ({ parts }: { parts: readonly { digest: string }[] }) => parts[0]?.digest;

  test('is sent as bytes; the digest changes with the product, and at the begin of a sale that it shows', async () => {
    const digest = async () => digestOf(await ask(readProduct, { reference: '1' }));
    const first = await digest();
    expect(first).toMatch(/^[\w-]{43}$/);
    expect(await digest()).toBe(first);
    clock.now = Date.parse('2026-07-01T00:00:00Z');
    const onSale = await digest();
    clock.now = Date.parse('2026-06-15T00:00:00Z');
    expect(onSale).not.toBe(first);
    expect(await digest()).toBe(first);
    await ask(setProduct, { reference: '3', change: { regular: 900 } });
    expect(await digest()).toBe(first);
    await ask(setProduct, { reference: '1', change: { regular: 900 } });
    expect(await digest()).not.toBe(first);
    const withReviews = await ask(readProduct, { reference: '1', reviews: true });
    expect([digestOf(withReviews), withReviews.only.product.id]).toEqual([
      expect.stringMatching(/^[\w-]{43}$/),
      1,
    ]);
  });

  test('by SKU returns the same as by id', async () => {
    expect(productIn(await ask(readProduct, { reference: ' plain ' }))).toEqual(
      productIn(await ask(readProduct, { reference: '1' })),
    );
  });

  test('by digits that match no id returns the product with that SKU', async () => {
    expect(productIn(await ask(readProduct, { reference: '77' })).product.id).toBe(5);
  });

  test('by a SKU in another case returns the product, unless another product has the exact SKU', async () => {
    expect(productIn(await ask(readProduct, { reference: 'cASE-kEPT' })).product.id).toBe(6);
    await ask(importProducts, { records: [productRecord({ id: 13, sku: 'case-kept' })] });
    const ids = ['case-kept', 'Case-Kept', 'CASE-KEPT'].map(
      async (reference) => productIn(await ask(readProduct, { reference })).product.id,
    );
    expect(await Promise.all(ids)).toEqual([13, 6, 6]);
  });

  test('by a SKU or slug with combining marks returns the product', async () => {
    const records = [productRecord({ id: 14, sku: 'ÜBER-1', slug: '%c3%bcber' })];
    await ask(importProducts, { records });
    for (const reference of ['U\u0308BER-1', 'u\u0308ber-1', 'u\u0308ber']) {
      expect(productIn(await ask(readProduct, { reference })).product.id).toBe(14);
    }
  });

  test('by slug returns the published product with the lowest id, also after that product changes', async () => {
    const id = async () => productIn(await ask(readProduct, { reference: 'the-same' })).product.id;
    expect(await id()).toBe(6);
    await ask(importProducts, { records: [productRecord({ id: 6, slug: 'another' })] });
    expect([await id(), await id()]).toEqual([12, 12]);
    await ask(importProducts, { records: [productRecord({ id: 11, slug: 'the-same' })] });
    expect([await id(), await id()]).toEqual([11, 11]);
  });

  test('with by: "id" accepts neither a SKU nor a slug', async () => {
    for (const reference of ['77', 'plain', 'the-same']) {
      const refused = ask(readProduct, { reference, by: 'id' });
      await expect(refused).rejects.toMatchObject({ code: 'service_product_invalid_id' });
    }
    expect(productIn(await ask(readProduct, { reference: '5', by: 'id' })).product.id).toBe(5);
  });

  test('that is a variation returns the variation with its options and the terms of its product', async () => {
    const { product } = productIn(await ask(readProduct, { reference: 'mug-9' }));
    expect(product).toMatchObject({
      id: 9,
      type: 'variation',
      parentId: 7,
      name: 'Mug - Red',
      categories: [{ id: 16, name: 'Kitchen', slug: 'kitchen' }],
      attributes: [{ id: 3, key: 'pa_colour', options: [{ slug: 'red', label: 'Red' }] }],
      prices: { price: 1_250 },
    });
  });

  test('shows the published variations in the order of the shop', async () => {
    const { product } = productIn(await ask(readProduct, { reference: '7' }));
    expect(product.variations.map(({ id }) => id)).toEqual([9, 10]);
  });

  test('shows the sale from its first second', async () => {
    clock.now = Date.parse('2026-07-01T00:00:00Z');
    const { product, holdsUntil } = productIn(await ask(readProduct, { reference: '2' }));
    clock.now = Date.parse('2026-06-15T00:00:00Z');
    expect([product.prices.price, product.prices.onSale, holdsUntil]).toEqual([1_500, true, null]);
  });

  test.each([
    ['404', 'service_product_invalid_id'],
    ['3', 'service_product_invalid_id'],
    ['draft', 'service_product_invalid_id'],
    ['4', 'service_product_invalid_id'],
    ['8', 'service_product_invalid_id'],
    ['mug-8', 'service_product_invalid_id'],
    ['hidden-slug', 'service_unknown_product_id'],
    ['99999999999999999999', 'service_product_invalid_id'],
    ['unknown', 'service_unknown_product_id'],
    ['{"$ne":null}', 'service_unknown_product_id'],
    ['$where', 'service_unknown_product_id'],
  ])('%s is refused with %s', async (reference, code) => {
    await expect(ask(readProduct, { reference })).rejects.toMatchObject({ code });
  });

  test('facts are returned in the requested order, for products of any status; null for unknown references', async () => {
    const { facts, asOf } = await ask(readFacts, { references: ['9', 'plain', '404', '3', '77', '9'] });
    expect(facts.map((one) => one && [one.id, one.status])).toEqual([
      [9, 'publish'],
      [1, 'publish'],
      null,
      [3, 'draft'],
      [5, 'publish'],
      [9, 'publish'],
    ]);
    expect(asOf.catalogue).toBe((await ask(readCatalogueNumber, {})).number);
  });
});

describe('choices', () => {
  const colour = { id: 3, key: 'pa_colour', name: 'Colour', position: 0, visible: true, variation: true };
  const red = { slug: 'red', label: 'Red' };
  const choicesOf = async (...references: string[]) =>
    (await ask(readFacts, { references })).facts.map((one) => one?.choices ?? null);

  beforeAll(async () => {
    await ask(importProducts, {
      records: [
        productRecord({
          id: 40,
          type: 'variable',
          attributes: [{ ...colour, options: [red] }],
          variations: [variationRecord({ id: 42 }), variationRecord({ id: 41 })],
        }),
        productRecord({ id: 43, type: 'grouped', groupedIds: [1, 3] }),
      ],
    });
  });

  test('are part of the facts of a variable product and of a group only', async () => {
    const attributes = [{ key: 'pa_colour', name: 'Colour', options: [red] }];
    const variations = [41, 42].map((id) => ({ id, attributes: { pa_colour: 'red' } }));
    expect(await choicesOf('1', '40', '41', '43')).toEqual([
      null,
      { attributes, variations, groupedIds: [] },
      null,
      { attributes: [], variations: [], groupedIds: [1, 3] },
    ]);
  });

  test('do not include a variation that was removed or unpublished', async () => {
    const idsOf = async () => (await choicesOf('40'))[0]?.variations.map(({ id }) => id);
    const { asOf } = await ask(readFacts, { references: ['40'] });
    const left = productRecord({
      id: 40,
      type: 'variable',
      attributes: [{ ...colour, options: [red] }],
      variations: [variationRecord({ id: 42 })],
    });
    await ask(importProducts, { records: [left] });
    expect(await idsOf()).toEqual([42]);
    await ask(setProduct, { reference: '42', change: { status: 'private' } });
    expect(await idsOf()).toEqual([]);
    const later = await ask(readFacts, { references: ['40'] });
    expect(later.asOf.catalogue).toBeGreaterThan(asOf.catalogue);
  });

  test('that exceed one message are returned for the first products only', async () => {
    const options = Array.from({ length: 1_000 }, (_, n) => ({ slug: `option-${n}`, label: `Option ${n}` }));
    const many = (id: number) =>
      productRecord({
        id,
        type: 'variable',
        attributes: Array.from({ length: 7 }, (_, n) => ({ ...colour, key: `pa_colour_${n}`, options })),
      });
    const ids = [50, 51, 52, 53];
    for (const id of ids) await ask(importProducts, { records: [many(id)] });
    const references = ids.map(String);
    const { facts } = await ask(readFacts, { references });
    expect(facts.length).toBeGreaterThan(0);
    expect(facts.length).toBeLessThan(ids.length);
    const rest = await ask(readFacts, { references: references.slice(facts.length) });
    expect([...facts, ...rest.facts].map((one) => one?.id)).toEqual(
      ids.slice(0, facts.length + rest.facts.length),
    );
  });
});
