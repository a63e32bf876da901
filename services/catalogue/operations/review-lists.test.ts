import { createConnection } from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { importProducts, importReviews, importTerms } from '#contracts/catalogue-import.ts';
import { nobody } from '#contracts/claim.ts';
import { findReviews, listReviews } from '#contracts/reviews.ts';
import { mongodFixture, natsFixture } from '#testing/engines.ts';
import { type Replica, startReplica, until } from '../catalogue.fixture.ts';
import { productRecord } from '../records.fixture.ts';
import { reviewRecord } from './reviews.fixture.ts';

const mongod = mongodFixture();
const nats = natsFixture();

let one: Replica;
let other: Replica;
beforeAll(async () => {
  const urls = { mongodb: mongod.url, nats: nats.url };
  [one, other] = await Promise.all([startReplica(urls), startReplica(urls)]);
  await until(async () => (await one.mongodb.check()) && (await other.mongodb.check()));
});
afterAll(async () => {
  await one[Symbol.asyncDispose]();
  await other[Symbol.asyncDispose]();
});

const ask: Replica['askAny'] = (operation, request) => one.askAny(operation, request);

beforeEach(async () => {
  const connection = await createConnection(mongod.url).asPromise();
  for (const name of ['products', 'reviews', 'review_floods']) {
    await connection.collection(name).deleteMany({});
  }
  await connection.close();
  const kitchen = { id: 16, name: 'Kitchen', slug: 'kitchen' };
  const bowls = { id: 17, name: 'Bowls', slug: 'bowls' };
  await ask(importProducts, {
    records: [
      productRecord({
        id: 1,
        averageRating: '4.10',
        ratingCount: 40,
        reviewCount: 41,
        categories: [kitchen],
      }),
      productRecord({ id: 2, reviewsAllowed: false }),
      productRecord({ id: 3, status: 'draft' }),
      productRecord({ id: 4, categories: [bowls] }),
    ],
  });
});

describe('a list of reviews', () => {
  const dated = (day: string) => ({ local: `2026-05-${day}T12:00:00`, utc: `2026-05-${day}T10:00:00` });
  beforeEach(async () => {
    await ask(importTerms, {
      kind: 'categories',
      records: [
        {
          id: 16,
          name: 'Kitchen',
          slug: 'kitchen',
          description: '',
          count: 1,
          parentId: 0,
          display: 'default',
          image: null,
          menuOrder: 0,
        },
        {
          id: 17,
          name: 'Bowls',
          slug: 'bowls',
          description: '',
          count: 1,
          parentId: 16,
          display: 'default',
          image: null,
          menuOrder: 0,
        },
      ],
    });
    await ask(importReviews, {
      records: [
        reviewRecord({ id: 1, created: dated('01'), rating: 3, review: 'A café cup <script>x</script>' }),
        reviewRecord({ id: 2, created: dated('04'), rating: 5, productId: 4, accountId: 7 }),
        reviewRecord({ id: 3, created: dated('03'), rating: 1, email: 'Three@Shop.example' }),
        reviewRecord({ id: 4, created: dated('02'), rating: 5, reviewer: 'Cupra' }),
        reviewRecord({ id: 5, created: dated('05'), status: 'hold' }),
        reviewRecord({ id: 6, created: dated('05'), productId: 3 }),
      ],
    });
  });
  const idsOf = async (query: z.input<typeof listReviews.request>) => {
    const { reviews, total } = await ask(listReviews, query);
    return { ids: reviews.map(({ id }) => id), total };
  };

  test.each<[string, z.input<typeof listReviews.request>, number[]]>([
    ['without a filter: all approved reviews of public products', {}, [2, 3, 4, 1]],
    ['by date, oldest first', { direction: 'asc' }, [1, 4, 3, 2]],
    ['by id', { orderBy: 'id' }, [4, 3, 2, 1]],
    ['by product', { orderBy: 'product', direction: 'asc' }, [1, 4, 3, 2]],
    ['by rating', { orderBy: 'rating' }, [2, 4, 1, 3]],
    ['in the order of include', { orderBy: 'include', include: [4, 6, 1, 3] }, [4, 1, 3]],
    ['without excluded reviews', { exclude: [2, 3] }, [4, 1]],
    ['of given products', { products: [4, 3] }, [2]],
    ['of a category and its descendants', { categories: [16] }, [2, 3, 4, 1]],
    ['of a category without descendants', { categories: [17] }, [2]],
    ['of an unknown category', { categories: [99] }, []],
    ['by an account', { reviewers: [7] }, [2]],
    ['without the reviews of an account', { reviewersExcluded: [0] }, [2]],
    ['with given numbers of stars', { ratings: [5, 3] }, [2, 4, 1]],
    ['after a moment, exclusive', { after: '2026-05-02T12:00:00' }, [2, 3]],
    ['before a moment in UTC', { before: '2026-05-03T10:00:00Z' }, [4, 1]],
    ['between two moments', { after: '2026-05-01T12:00:00', before: '2026-05-03T12:00:00' }, [4]],
    ['with a word that begins with the search, in text or name', { search: 'CUP' }, [4, 1]],
    ['with all words of the search', { search: 'cafe reader' }, [1]],
    ['with a search without words', { search: '!?' }, []],
    ['with a search that looks like a regular expression', { search: '.*' }, []],
  ])('%s', async (_what, query, ids) => {
    expect(await idsOf(query)).toEqual({ ids, total: ids.length });
  });

  test('can be filtered by an email address (in any case) by managers only', async () => {
    const query = { reviewerEmail: 'three@shop.EXAMPLE' };
    const { reviews } = await one.ask(listReviews, query, { ...nobody, manages: 'read' });
    expect(reviews.map(({ id }) => id)).toEqual([3]);
    const customer = { ...nobody, kind: 'customer' as const, account: 7 };
    for (const claim of [nobody, customer, { ...nobody, manages: 'write' as const }]) {
      await expect(one.ask(listReviews, query, claim)).rejects.toMatchObject({
        code: 'service_rest_cannot_view',
      });
    }
  });

  test('is divided into pages, each with the total', async () => {
    expect(await idsOf({ perPage: 3 })).toEqual({ ids: [2, 3, 4], total: 4 });
    expect(await idsOf({ perPage: 3, page: 2 })).toEqual({ ids: [1], total: 4 });
    expect(await idsOf({ perPage: 3, page: 3 })).toEqual({ ids: [], total: 4 });
    expect(await idsOf({ perPage: 2, offset: 1 })).toEqual({ ids: [3, 4], total: 4 });
  });

  test('contains only cleaned texts, and no addresses', async () => {
    const { reviews } = await ask(listReviews, { include: [1] });
    expect(reviews).toEqual([
      {
        id: 1,
        productId: 1,
        created: dated('01'),
        status: 'approved',
        reviewer: 'Reader 1',
        review: '<p>A café cup</p>\n',
        rating: 3,
        verified: false,
      },
    ]);
  });

  test('changes with the status and the categories of products', async () => {
    await ask(importProducts, {
      records: [
        productRecord({ id: 1, status: 'private' }),
        productRecord({ id: 3, categories: [{ id: 17, name: 'Bowls', slug: 'bowls' }] }),
      ],
    });
    expect(await idsOf({})).toEqual({ ids: [6, 2], total: 2 });
    expect(await idsOf({ categories: [17] })).toEqual({ ids: [6, 2], total: 2 });
  });

  test('for managers has every status, with addresses', async () => {
    const { reviews, total } = await ask(findReviews, { status: null, page: 1, perPage: 2 });
    expect(reviews.map(({ id, email }) => [id, email])).toEqual([
      [6, 'reader6@shop.example'],
      [5, 'reader5@shop.example'],
    ]);
    expect(total).toBe(6);
    const held = await ask(findReviews, { status: 'hold', page: 1, perPage: 10 });
    expect([held.reviews.map(({ id }) => id), held.total]).toEqual([[5], 1]);
  });
});
