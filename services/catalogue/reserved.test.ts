import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readFacts, readProduct } from '#contracts/catalogue.ts';
import { importProducts, importReviews, importTerms } from '#contracts/catalogue-import.ts';
import { findProducts, inspectProduct, setProduct } from '#contracts/catalogue-operators.ts';
import { type Claim, nobody } from '#contracts/claim.ts';
import { listVariations, readProducts, readVariation } from '#contracts/listing.ts';
import { createReview, listReviews, readReview } from '#contracts/reviews.ts';
import { writeSettings } from '#contracts/settings.ts';
import { listTerms } from '#contracts/terms.ts';
import { mongodFixture, natsFixture } from '#testing/engines.ts';
import { productIn, type Replica, startReplica, until, variationsIn } from './catalogue.fixture.ts';
import { filters } from './listing/list-cases.fixture.ts';
import { pricesOf, productRecord, variationRecord } from './records.fixture.ts';

const mongod = mongodFixture();
const nats = natsFixture();

const as = (audience: string): Claim => ({ ...nobody, kind: 'customer', account: 7, audience });
const keyPair: Claim = { ...nobody, manages: 'read' };
const otherClaims = [undefined, as('customer'), as('club'), { ...nobody, manages: 'read' as const }];
const trade = { role: 'trade', regular: 321, sale: null };
/** Names and amounts that only the customer roles trade or club may see. */
const secrets = /Secret|321|654|"(visibleTo|rolePrices)"/;

let one: Replica;
beforeAll(async () => {
  one = await startReplica({ mongodb: mongod.url, nats: nats.url });
  await until(() => one.ready());
  await one.ask(writeSettings, { settings: { customerRoles: ['trade', 'club'] } });
  const onlyTrade = { visibleTo: ['trade'], name: 'Secret mug', slug: 'secret-mug' };
  await one.ask(importProducts, {
    records: [
      productRecord({ id: 1, prices: pricesOf(1_000), rolePrices: [trade], relatedIds: [2], upsellIds: [2] }),
      productRecord({ id: 2, ...onlyTrade, sku: 'secret-2' }),
      productRecord({
        id: 3,
        type: 'grouped',
        prices: pricesOf(null),
        groupedIds: [1, 2],
        crossSellIds: [2],
      }),
      productRecord({
        id: 20,
        type: 'variable',
        prices: pricesOf(null),
        variations: [
          variationRecord({ id: 21, prices: pricesOf(1_500), rolePrices: [{ ...trade, regular: 654 }] }),
          variationRecord({ id: 22, prices: pricesOf(900), ...onlyTrade, visibleTo: ['trade'] }),
          variationRecord({ id: 23, prices: pricesOf(null), rolePrices: [trade] }),
        ],
      }),
      productRecord({
        id: 30,
        type: 'variable',
        ...onlyTrade,
        variations: [variationRecord({ id: 31, name: 'Secret mug - Red', visibleTo: ['trade', 'club'] })],
      }),
      // Product 2 is hidden and has the slug `secret-mug`, so `2` and `secret-mug` must find product 40.
      productRecord({ id: 40, sku: '2', slug: 'secret-mug', name: 'Open mug' }),
      productRecord({ id: 41, status: 'draft', name: 'Draft mug' }),
    ],
  });
  const kitchen = { id: 16, parentId: 0, name: 'Kitchen', slug: 'kitchen', description: '', count: 0 };
  await one.ask(importTerms, {
    kind: 'categories',
    records: [{ ...kitchen, display: 'default', image: null, menuOrder: 0 }],
  });
  const review = { email: 'a@shop.example', accountId: 0, status: 'approved' as const, verified: false };
  await one.ask(importReviews, {
    records: [2, 40].map((productId) => ({
      ...{ ...review, id: productId + 100, productId, reviewer: 'Ann', rating: 5 },
      ...{ review: productId === 2 ? 'Secret words' : 'Words', created: productRecord({ id: 1 }).created },
    })),
  });
});
afterAll(async () => {
  await one[Symbol.asyncDispose]();
});

const listed = async (query: object, claim?: Claim) => {
  const found = await one.list({ query: { perPage: 100, visibility: 'any', ...query } }, claim);
  return { ids: found.entries.map(({ product }) => product.id), total: found.total, found };
};

test('no list shows reserved data to other roles, with any filter, also after a permitted role has read it', async () => {
  const queries = Object.values(filters).flatMap((filter) => [
    { ...filter, perPage: 100, page: 1, offset: null },
    {
      ...filter,
      perPage: 100,
      page: 1,
      offset: null,
      visibility: 'any' as const,
      types: ['variation' as const],
    },
  ]);
  for (const query of [
    ...queries,
    { include: [2, 22, 30, 31] },
    { search: 'secret' },
    { slugs: ['secret-mug'] },
  ]) {
    const shows = { variations: true, reviews: true };
    const before = await one.list({ query, shows });
    await one.list({ query, shows }, as('trade'));
    for (const claim of otherClaims) {
      const found = await one.list({ query, shows }, claim);
      const { statuses, ...more } = query as { statuses?: unknown };
      expect(JSON.stringify(found), JSON.stringify([query, claim])).not.toMatch(secrets);
      if (!statuses) expect([found.total, more]).toEqual([before.total, more]);
    }
  }
});

describe('single reads', () => {
  const reads: [string, (claim?: Claim) => Promise<unknown>][] = [
    ['a product', (claim) => one.ask(readProduct, { reference: '1', reviews: true }, claim)],
    ['a group', (claim) => one.ask(readProduct, { reference: '3' }, claim)],
    ['a variable product', (claim) => one.ask(readProduct, { reference: '20' }, claim)],
    [
      'several products',
      (claim) => one.ask(readProducts, { ids: [1, 2, 3, 20, 30], shows: { variations: true } }, claim),
    ],
    ['variations', (claim) => one.ask(listVariations, { productId: 20, query: {} }, claim)],
    ['one variation', (claim) => one.ask(readVariation, { productId: 20, variationId: 21 }, claim)],
    [
      'facts',
      (claim) =>
        one.ask(readFacts, {
          references: ['1', '3', '20', '21', '23', 'secret-2'],
          audience: claim?.audience ?? 'public',
        }),
    ],
    ['reviews', (claim) => one.ask(listReviews, {}, claim)],
  ];
  test.each(reads)('%s: reserved data is shown to no other role', async (_name, read) => {
    await read(as('trade'));
    for (const claim of otherClaims) expect(JSON.stringify(await read(claim))).not.toMatch(secrets);
  });

  test('a hidden product is treated as unknown', async () => {
    for (const claim of otherClaims) {
      await expect(one.ask(readProduct, { reference: '30' }, claim)).rejects.toThrow(
        expect.objectContaining({ code: 'service_product_invalid_id' }),
      );
      await expect(one.ask(readProduct, { reference: 'secret-2' }, claim)).rejects.toThrow(
        expect.objectContaining({ code: 'service_unknown_product_id' }),
      );
      for (const [productId, variationId] of [
        [20, 22],
        [30, 31],
      ] as const) {
        await expect(one.ask(readVariation, { productId, variationId }, claim)).rejects.toThrow(
          expect.objectContaining({ code: 'service_product_variation_invalid_id' }),
        );
      }
      expect(productIn(await one.ask(readProduct, { reference: '2' }, claim)).product.id).toBe(40);
      expect(productIn(await one.ask(readProduct, { reference: 'secret-mug' }, claim)).product.id).toBe(40);
      const { total, parent } = variationsIn(
        await one.ask(listVariations, { productId: 30, query: {} }, claim),
      );
      expect([total, parent.categories]).toEqual([0, []]);
      expect((await one.ask(listTerms, { kind: 'categories', product: 2 }, claim)).total).toBe(0);
      expect(
        (
          await one.ask(readFacts, {
            references: ['30', '31', '22', 'SECRET-2'],
            audience: claim?.audience ?? 'public',
          })
        ).facts,
      ).toEqual([null, null, null, null]);
      await expect(one.ask(readReview, { id: 102 }, claim)).rejects.toThrow();
      const once = { key: 'k', origin: 'gateway' as const, digest: '' };
      const own = { review: 'Words', reviewer: 'Ann', email: 'b@shop.example', rating: 5, address: '' };
      await expect(one.ask(createReview, { productId: 30, once, ...own }, claim)).rejects.toThrow(
        expect.objectContaining({ code: 'service_product_invalid_id' }),
      );
    }
  });
});

test('a role sees its reserved data in products, lists, filters and orders', async () => {
  const { product } = productIn(await one.ask(readProduct, { reference: '1' }, as('trade')));
  expect([product.prices.price, product.prices.regular, product.related.map(({ id }) => id)]).toEqual([
    321,
    321,
    [2],
  ]);
  const variable = productIn(await one.ask(readProduct, { reference: '20' }, as('trade'))).product;
  expect([variable.prices.range, variable.variationIds]).toEqual([{ min: 321, max: 900 }, [21, 22, 23]]);
  const open = productIn(await one.ask(readProduct, { reference: '20' })).product;
  expect([open.prices.range, open.prices.price, open.variationIds]).toEqual([null, 1_500, [21, 23]]);
  expect(productIn(await one.ask(readProduct, { reference: '3' })).product.groupedIds).toEqual([1]);
  expect(productIn(await one.ask(readProduct, { reference: '3' }, as('trade'))).product.prices.range).toEqual(
    {
      min: 321,
      max: 1_250,
    },
  );
  const cheap = { maxPrice: '4.00', orderBy: 'price', direction: 'asc' };
  expect((await listed(cheap)).total).toBe(0);
  expect((await listed(cheap, as('trade'))).ids).toEqual([1, 3, 20]);
  expect((await listed({ orderBy: 'price' })).ids).toEqual([20, 40, 3, 1]);
  expect((await listed({ orderBy: 'price' }, as('trade'))).ids).toEqual([40, 30, 3, 2, 20, 1]);
  expect((await listed({}, as('club'))).total).toBe(4);
});

test('reviews and terms of reserved products are shown to their role and to managers', async () => {
  for (const claim of [as('trade'), as('administrator')]) {
    const { reviews, total } = await one.ask(listReviews, {}, claim);
    expect([total, reviews.map(({ id }) => id).sort()]).toEqual([2, [102, 140]]);
    expect((await one.ask(readReview, { id: 102 }, claim)).review.review).toContain('Secret words');
    const { product, reviews: own } = productIn(
      await one.ask(readProduct, { reference: '2', reviews: true }, claim),
    );
    expect([product.id, own.map(({ id }) => id)]).toEqual([2, [102]]);
    expect((await one.ask(listTerms, { kind: 'categories', product: 2 }, claim)).total).toBe(1);
  }
});

test('managers see every product at public prices; operators see the reservations as well', async () => {
  const { found, total } = await listed({}, as('administrator'));
  const prices = found.entries.map(({ product }) => [product.id, product.prices.price]);
  expect([total, Object.fromEntries(prices)]).toEqual([
    6,
    { 1: 1_000, 2: 1_250, 3: 1_000, 20: 900, 30: 1_250, 40: 1_250 },
  ]);
  expect((await one.ask(findProducts, { query: { visibility: 'any' } })).total).toBe(6);
  const { product, reservation } = await one.ask(inspectProduct, { reference: '1' });
  expect([product.prices.price, reservation]).toEqual([1_000, { visibleTo: null, rolePrices: [trade] }]);
});

test("lists show unpublished products only to readers with a manager's rights", async () => {
  const drafts = { statuses: ['draft'] as ['draft'] };
  const ids = async (claim?: Claim) => (await listed(drafts, claim)).ids;
  expect(await ids(keyPair)).toEqual([41]);
  expect(await ids({ ...as('administrator'), manages: 'read_write' })).toEqual([41]);
  for (const claim of [undefined, as('trade'), { ...nobody, manages: 'write' as const }]) {
    expect(await ids(claim)).not.toContain(41);
  }
});

test('setting or removing a reservation takes effect at once in lists, groups, reviews and variations', async () => {
  const set = (reference: string, change: object) => one.ask(setProduct, { reference, change });
  await expect(set('40', { visibleTo: ['trad'] })).rejects.toMatchObject({
    data: { faults: [{ rule: 'role', values: { role: 'trad' } }] },
  });
  await set('40', { visibleTo: ['club'] });
  await set('20', { visibleTo: ['club'] });
  await set('1', { visibleTo: ['club'], rolePrices: [{ role: 'trade', regular: null, sale: null }] });
  await until(async () => (await listed({})).ids.join() === '3');
  expect(productIn(await one.ask(readProduct, { reference: '3' })).product).toMatchObject({
    groupedIds: [],
    prices: { price: null },
  });
  expect((await one.ask(readFacts, { references: ['21'] })).facts).toEqual([null]);
  expect((await one.ask(readFacts, { references: ['21'], audience: 'club' })).facts[0]?.price).toBe(1_500);
  expect((await one.ask(listReviews, {})).total).toBe(0);
  for (const id of ['40', '20', '1']) await set(id, { visibleTo: null });
  await until(async () => (await listed({})).total === 4);
  expect(
    (await one.ask(readFacts, { references: ['1', '21'], audience: 'trade' })).facts.map(
      (each) => each?.price,
    ),
  ).toEqual([1_000, 654]);
  expect((await one.ask(listReviews, {})).total).toBe(1);
});
