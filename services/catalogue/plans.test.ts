import { type Connection, createConnection } from 'mongoose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { readFacts, readProduct } from '#contracts/catalogue.ts';
import { findPictured, importCoupons, importReviews, importTerms } from '#contracts/catalogue-import.ts';
import { nobody } from '#contracts/claim.ts';
import { listCoupons, readCoupons } from '#contracts/coupons.ts';
import {
  ListQuery,
  listProducts,
  listVariations,
  OrderBy,
  readProducts,
  readVariation,
} from '#contracts/listing.ts';
import type { Operation } from '#contracts/operation.ts';
import type { Image } from '#contracts/product.ts';
import { listReviews, ReviewQuery, readReview } from '#contracts/reviews.ts';
import { listTerms, TermQuery } from '#contracts/terms.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { mongodFixture, natsFixture } from '#testing/engines.ts';
import { examined, type Profiled, profiled } from '#testing/profiled.ts';
import { type Replica, startReplica, until } from './catalogue.fixture.ts';
import { filters, reviewFilters } from './listing/list-cases.fixture.ts';
import { documentsOf, type SellableDocument } from './model/documents.ts';
import { couponRecord } from './operations/coupons.fixture.ts';
import { pricesOf, productRecord, variationRecord } from './records.fixture.ts';

const mongod = mongodFixture();
const nats = natsFixture();
/** The number of products. A scan of all products exceeds the 5,000 keys that a command may examine. */
const products = 6_000;
const reviews = 300;

let one: Replica;
let observer: Connection;
beforeAll(async () => {
  observer = await createConnection(mongod.url).asPromise();
  await observer.collection<SellableDocument>('products').insertMany(shop());
  one = await startReplica({ mongodb: mongod.url, nats: nats.url, fills: false });
  await until(() => one.ready());
  const category = { id: 16, name: 'Kitchen', slug: 'kitchen', description: '', count: 1, parentId: 0 };
  const shown = { display: 'default' as const, image: null, menuOrder: 0 };
  await one.ask(importTerms, { kind: 'categories', records: [{ ...category, ...shown }] });
  for (let from = 1; from < reviews; from += 100) {
    const ids = Array.from({ length: 100 }, (_, n) => from + n);
    await one.ask(importReviews, { records: ids.map(reviewRecord) });
  }
});
afterAll(async () => {
  await one[Symbol.asyncDispose]();
  await observer.close();
});

function picture(id: number): Image {
  return { id, thumbnail: '', medium: '', large: '', full: '/a.jpg', name: '', alt: '' };
}

function shop(): SellableDocument[] {
  const variations = [7_001, 7_002].map((id) => variationRecord({ id }));
  const ids = Array.from({ length: products }, (_, n) => n + 1);
  const records = ids.map((id) =>
    productRecord({
      id,
      slug: `mug-${id}`,
      prices: pricesOf(id),
      images: [picture(id)],
      relatedIds: [id + 1],
      crossSellIds: [id + 2],
    }),
  );
  return [
    ...records.filter(({ id }) => id !== 20),
    productRecord({ id: 20, type: 'variable', variations, sku: '' }),
    productRecord({ id: 7_003, type: 'grouped', groupedIds: [1, 2] }),
  ].flatMap(documentsOf);
}

const day = (id: number) => `2026-0${1 + (id % 9)}-${10 + (id % 19)}`;

function reviewRecord(id: number) {
  return {
    id,
    productId: 7 + (id % 13),
    created: { local: `${day(id)}T10:00:00`, utc: `${day(id)}T09:00:00` },
    status: 'approved' as const,
    reviewer: 'Ann',
    review: id % 3 === 0 ? 'A lovely mug.' : 'It broke.',
    rating: 1 + (id % 5),
    verified: false,
    email: id % 7 === 0 ? 'ann@shop.example' : `bob-${id}@shop.example`,
    accountId: id % 11,
  };
}

/** A caller that may use every filter, also the filter of reviews by email address. */
const manager = { ...nobody, manages: 'read' as const };

/** Returns a replica's answer. Repeats a refused call, because a busy machine may cause a refusal. */
async function ask<Request extends z.ZodType, Reply extends z.ZodType>(
  replica: Replica,
  operation: Operation<Request, Reply>,
  request: z.input<Request>,
): Promise<z.output<Reply>> {
  for (let left = 5; ; left -= 1) {
    try {
      return await replica.ask(operation, request, manager);
    } catch (error) {
      if (left === 0 || !(error instanceof ServiceError && error.code === 'service_unavailable')) throw error;
    }
  }
}

/** Limits of one MongoDB command: the keys that it examines, and the documents that it sorts in memory. */
interface Allowance {
  readonly keys: number;
  readonly sorted: number;
}

/** Returns the commands that scan a collection, examine too many keys, or sort too many documents. */
function wasteful(commands: readonly Profiled[], { keys, sorted }: Allowance): Profiled[] {
  return commands.filter((command) => {
    const { planSummary = '', hasSortStage } = command;
    return planSummary.includes('COLLSCAN') || examined(command) > (hasSortStage === true ? sorted : keys);
  });
}

/** Runs `work`, and expects that `work` queries the collection and that no command exceeds the limits. */
async function expectFrugal(
  collection: string,
  work: () => Promise<void>,
  allowance: Allowance = { keys: 5_000, sorted: 0 },
): Promise<void> {
  const commands = await profiled(observer, work);
  const about = commands.filter(({ ns, planSummary }) => ns.endsWith(`.${collection}`) && planSummary);
  expect(about).not.toEqual([]);
  expect(wasteful(commands, allowance)).toEqual([]);
}

test('a list of products reads no more than its page from MongoDB, with any filter in any order', async () => {
  expect(Object.keys(filters)).toEqual(Object.keys(ListQuery.shape));
  await expectFrugal('products', async () => {
    for (const filter of Object.values(filters)) {
      for (const orderBy of OrderBy.options) {
        await ask(one, listProducts, { query: { orderBy, ...filter } });
      }
    }
    const shows = { variations: true, reviews: true };
    const { ids } = await ask(one, listProducts, { query: { perPage: 99 }, shows });
    await ask(one, readProducts, { ids: [20, ...ids], shows });
  });
}, 600_000);

test('reading a product, variation or facts examines no other documents', async () => {
  // This replica has empty caches, so it must query MongoDB.
  await using fresh = await startReplica({ mongodb: mongod.url, nats: nats.url, fills: false });
  await until(() => fresh.ready());
  await expectFrugal('products', async () => {
    for (const reference of ['20', 'mug-7', 'MUG-8', 'mug-21', '7001'])
      await ask(fresh, readProduct, { reference, reviews: true });
    await ask(fresh, readProduct, { reference: 'unknown' }).catch(() => null);
    await ask(fresh, readFacts, { references: ['30', 'mug-31', 'unknown'] });
    await ask(fresh, readVariation, { productId: 20, variationId: 7_002 });
  });
});

test('reading many facts takes one query, and their choices one more', async () => {
  const reads = async (references: string[]) => {
    await using fresh = await startReplica({ mongodb: mongod.url, nats: nats.url, fills: false });
    await until(() => fresh.ready());
    const commands = await profiled(observer, async () => {
      await ask(fresh, readFacts, { references });
    });
    return commands.filter(({ ns, planSummary }) => ns.endsWith('.products') && planSummary).length;
  };
  expect(await reads(['30', '31', '7003'])).toBe(1);
  expect(await reads(['30', '20', '21', '31'])).toBe(2);
});

test('a list of variations examines no other documents, with any filter in any order', async () => {
  await using fresh = await startReplica({ mongodb: mongod.url, nats: nats.url, fills: false });
  await until(() => fresh.ready());
  await expectFrugal('products', async () => {
    for (const filter of Object.values(filters)) {
      for (const orderBy of OrderBy.options) {
        await ask(fresh, listVariations, { productId: 20, query: { orderBy, ...filter } });
      }
    }
  });
});

test('a list of terms examines no other documents, of any kind in any order', async () => {
  await using fresh = await startReplica({ mongodb: mongod.url, nats: nats.url, fills: false });
  await until(() => fresh.ready());
  await expectFrugal('categories', async () => {
    for (const kind of TermQuery.shape.kind.options) {
      for (const orderBy of TermQuery.shape.orderBy.unwrap().options) {
        const attribute = kind === 'terms' ? { attribute: '3' } : {};
        await ask(fresh, listTerms, { kind, orderBy, search: 'k', ...attribute }).catch(() => null);
      }
    }
  });
});

test('a list of reviews sorts no more than its filter selects, with any filter in any order', async () => {
  expect(Object.keys(reviewFilters)).toEqual(Object.keys(ReviewQuery.shape));
  const everyList = async () => {
    await ask(one, readReview, { id: 7 });
    for (const filter of Object.values(reviewFilters)) {
      for (const orderBy of ReviewQuery.shape.orderBy.unwrap().options) {
        await ask(one, listReviews, { orderBy, ...filter });
      }
    }
  };
  await expectFrugal('reviews', everyList, { keys: 5_000, sorted: reviews / 2 });
});

test('a coupon query examines no other coupons, and a page is selected by the index of codes', async () => {
  const records = Array.from({ length: 100 }, (_, n) => couponRecord({ id: n + 1, code: `code-${n}` }));
  await ask(one, importCoupons, { records });
  await expectFrugal(
    'coupons',
    async () => {
      await ask(one, readCoupons, { codes: ['code-7', 'none', 'code-9'] });
      await ask(one, listCoupons, { search: 'code-5', perPage: 5, page: 2 });
    },
    { keys: 12, sorted: 0 },
  );
});

test('the products that show a picture are found without a look at others', async () => {
  await expectFrugal(
    'products',
    async () => {
      const pictures = Array.from({ length: 100 }, (_, n) => n + 1);
      expect((await ask(one, findPictured, { pictures })).products).toHaveLength(99);
    },
    { keys: 210, sorted: 0 },
  );
});
