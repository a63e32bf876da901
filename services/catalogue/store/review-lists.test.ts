import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { type listReviews, ReviewQuery } from '#contracts/reviews.ts';
import { Engine } from '#platform/mongodb/engine.ts';
import { mongodFixture } from '#testing/engines.ts';
import { productRecord } from '../records.fixture.ts';
import { Counter } from './changes.ts';
import { ProductWriter } from './product-writer.ts';
import { ProductStore } from './products.ts';
import { ReviewLists, ReviewStore } from './reviews.ts';

const mongod = mongodFixture();
let engine: Engine;
let lists: ReviewLists;
let store: ReviewStore;

const products = 20;
const perProduct = 100;
const utc = (n: number) => new Date(1_700_000_000_000 + n * 60_000).toISOString().slice(0, 19);

beforeAll(async () => {
  engine = new Engine(mongod.url, pino({ level: 'silent' }));
  const counter = new Counter(engine.connection);
  const productStore = new ProductStore(engine.connection);
  store = new ReviewStore(engine, counter);
  lists = new ReviewLists(engine);
  await engine.start(async () => {
    for (const part of [counter, productStore, store]) await part.prepare();
  });
  const ids = Array.from({ length: products }, (_, n) => n + 1);
  const category = (id: number) => ({ id: 100 + (id % 5), name: 'C', slug: `c${id % 5}` });
  const writer = new ProductWriter(engine, counter);
  await writer.keep(ids.map((id) => productRecord({ id, categories: [category(id)] })));
  await writer.keep([
    productRecord({ id: 21, visibleTo: ['club', 'trade'] }),
    productRecord({ id: 22, visibleTo: ['club'] }),
  ]);
  for (const productId of ids) {
    await store.keep(
      Array.from({ length: perProduct }, (_, n) => ({
        id: n * products + productId,
        productId,
        created: { local: utc(n), utc: utc(n) },
        status: n % 10 === 0 ? 'hold' : 'approved',
        reviewer: `Reader ${n}`,
        review: `Word${n % 7} of product${productId}`,
        rating: n % 6,
        verified: false,
        email: `reader${n}@shop.example`,
        accountId: n % 50,
      })),
    );
  }
  const reserved = {
    email: '',
    reviewer: 'Member',
    review: 'Words',
    rating: 4,
    verified: false,
    accountId: 0,
  };
  await store.keep(
    [21, 22].map((productId) => ({
      ...{ ...reserved, id: 50_000 + productId, productId, status: 'approved' as const },
      created: { local: utc(200 + productId), utc: utc(200 + productId) },
    })),
  );
  await engine.connection.db?.command({ profile: 2 });
});
afterAll(() => engine.close());

interface Profiled {
  readonly planSummary?: string;
  readonly hasSortStage?: boolean;
  readonly keysExamined?: number;
}

/** Runs `ask` and returns MongoDB's profile of the commands that queried the reviews. */
async function profileOf(ask: () => Promise<unknown>): Promise<Profiled[]> {
  const profile = engine.connection.collection('system.profile');
  const before = new Date();
  await new Promise((resolve) => setTimeout(resolve, 2));
  await ask();
  const found = profile.find<Profiled>({ ns: /\.reviews$/, ts: { $gt: before } });
  return found.toArray();
}

const query = (members: z.input<typeof listReviews.request>) => ReviewQuery.parse(members);
const filters: [string, z.input<typeof listReviews.request>][] = [
  ['nothing', {}],
  ['a product', { products: [7] }],
  ['products', { products: [7, 8, 9] }],
  ['a category', { categories: [103] }],
  ['an account', { reviewers: [7] }],
  ['an address', { reviewerEmail: 'reader11@shop.example' }],
  ['stars', { ratings: [4] }],
  ['a time', { after: utc(40), before: utc(60) }],
  ['a search', { search: 'word3' }],
  ['ids', { include: [1, 2, 3] }],
];

describe('MongoDB uses an index', () => {
  const orders = ['date', 'id', 'product', 'rating'] as const;
  test.each(filters)('for %s in every order', async (_what, members) => {
    for (const orderBy of orders) {
      const pageQuery = query({ ...members, orderBy });
      const profiled = await profileOf(() => lists.approved(pageQuery, pageQuery.categories, 0, 'public'));
      expect(profiled.length).toBeGreaterThan(0);
      for (const { planSummary } of profiled) expect(planSummary).toMatch(/^(IXSCAN|COUNT_SCAN)/);
    }
  });

  test.each(filters.slice(0, 6))(
    'for %s sorted by date, without sorting in memory',
    async (_what, members) => {
      const pageQuery = query({ ...members, perPage: 5 });
      const [page] = await profileOf(() => lists.approved(pageQuery, pageQuery.categories, 0, 'public'));
      expect(page?.hasSortStage ?? false).toBe(false);
      expect(page?.keysExamined).toBeLessThanOrEqual(60);
    },
  );

  test('for all reviews in each order, without sorting in memory', async () => {
    for (const orderBy of orders) {
      const [page] = await profileOf(() => lists.approved(query({ orderBy, perPage: 5 }), [], 0, 'public'));
      expect([page?.hasSortStage ?? false, (page?.keysExamined ?? 99) <= 6]).toEqual([false, true]);
    }
  });

  test('in each order for a role and a manager, including reserved reviews', async () => {
    for (const orderBy of orders) {
      for (const [viewer, members] of [
        ['trade', [21]],
        ['administrator', [22, 21]],
      ] as const) {
        const pageQuery = query({ orderBy, perPage: 5 });
        const profiled = await profileOf(() => lists.approved(pageQuery, [], 0, viewer));
        const [audiences, page] = profiled;
        expect([audiences?.planSummary, (audiences?.keysExamined ?? 99) <= 6]).toEqual([
          expect.stringMatching(/^DISTINCT_SCAN/),
          true,
        ]);
        expect([page?.hasSortStage ?? false, (page?.keysExamined ?? 99) <= 12]).toEqual([false, true]);
        const { reviews, total } = await lists.approved(pageQuery, [], 0, viewer);
        expect(total).toBe(products * 90 + members.length);
        if (orderBy === 'date') {
          expect(reviews.slice(0, members.length).map(({ productId }) => productId)).toEqual(members);
        }
      }
    }
  });

  test('for the reviews of a product, one review, ids, and the lists of administrators', async () => {
    const reads = [
      () => store.reviewsOf(3, 'public'),
      () => store.byId(3, 'public'),
      () => store.ids(0, 10),
      () => lists.find(null, 1, 10),
      () => lists.find('hold', 2, 10),
    ];
    for (const read of reads) {
      for (const { planSummary } of await profileOf(read)) {
        expect(planSummary).toMatch(/^(IXSCAN|IDHACK|COUNT_SCAN|EXPRESS|RECORD_STORE_FAST_COUNT|COUNT)/);
      }
    }
  });
});

test('the first page past the end counts the reviews; further ones cause no query', async () => {
  const total = products * 90;
  const past = (page: number) => lists.approved(query({ page, perPage: 100 }), [], -1, 'public');
  expect(await past(19)).toEqual({ reviews: [], total });
  const profiled = await profileOf(async () => {
    for (const page of [20, 1_000, 2_147_483_647]) expect(await past(page)).toEqual({ reviews: [], total });
  });
  expect(profiled).toEqual([]);
  expect((await past(18)).reviews).toHaveLength(100);
});

test('the reviews inside a product are the newest hundred approved ones', async () => {
  const own = await store.reviewsOf(3, 'public');
  expect(own).toHaveLength(90);
  expect(own.map(({ created }) => created.utc)).toEqual(
    [...own.map(({ created }) => created.utc)].sort().reverse(),
  );
  expect(await store.reviewsOf(404, 'public')).toEqual([]);
});

describe('storing reviews again', () => {
  const record = {
    id: 90_000,
    productId: 3,
    created: { local: utc(500), utc: utc(500) },
    status: 'approved' as const,
    reviewer: 'Reader',
    review: 'Words',
    rating: 4,
    verified: true,
    email: '',
    accountId: 0,
  };

  test('counts new, changed and unchanged reviews; unchanged ones make no change', async () => {
    const outcome = { created: 0, changed: 0, unchanged: 0, removed: 0 };
    const first = await store.keep([record]);
    expect(first).toEqual({ outcome: { ...outcome, created: 1 }, number: first.number, touched: [3] });
    expect(await store.keep([record])).toEqual({
      outcome: { ...outcome, unchanged: 1 },
      number: first.number,
      touched: [],
    });
    expect(await store.keep([{ ...record, productId: 4 }])).toEqual({
      outcome: { ...outcome, changed: 1 },
      number: first.number + 1,
      touched: [4, 3],
    });
    expect(await store.remove([record.id, 90_001])).toEqual({
      removed: 1,
      number: first.number + 2,
      touched: [4],
    });
    expect(await store.ids(80_000, 10)).toEqual([]);
  });
});
