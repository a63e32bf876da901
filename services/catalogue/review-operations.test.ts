import { createConnection } from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { readProduct } from '#contracts/catalogue.ts';
import {
  importProducts,
  importReviews,
  importTerms,
  type ReviewRecord,
} from '#contracts/catalogue-import.ts';
import type { Operation } from '#contracts/operation.ts';
import { createReview, findReviews, listReviews, readReview, setReviewStatus } from '#contracts/reviews.ts';
import { type StoreSettings, writeSettings } from '#contracts/settings.ts';
import { mongodFixture, natsFixture } from '#platform/testing/engines.ts';
import { type Replica, startReplica, until } from './catalogue.fixture.ts';
import { productRecord } from './records.fixture.ts';

const mongod = mongodFixture();
const nats = natsFixture();
const start = Date.parse('2026-06-15T10:00:00Z');
const clock = { now: start };

let one: Replica;
let other: Replica;
beforeAll(async () => {
  const urls = { mongodb: mongod.url, nats: nats.url };
  [one, other] = await Promise.all([
    startReplica(urls, () => clock.now),
    startReplica(urls, () => clock.now),
  ]);
  await until(async () => (await one.mongodb.check()) && (await other.mongodb.check()));
});
afterAll(async () => {
  await one[Symbol.asyncDispose]();
  await other[Symbol.asyncDispose]();
});

const ask = <Request extends z.ZodType, Reply extends z.ZodType>(
  operation: Operation<Request, Reply>,
  request: z.input<Request>,
  replica = one,
) =>
  replica.caller.request(operation, request, {
    requestId: 'test',
    deadline: Date.now() + 8_000,
    claim: null,
  });

const open: Partial<StoreSettings> = {
  reviewsEnabled: true,
  reviewsHeld: false,
  reviewsByBuyersOnly: false,
  timezone: 'Europe/Berlin',
};

beforeEach(async () => {
  const connection = await createConnection(mongod.url).asPromise();
  for (const name of ['products', 'reviews', 'review_floods']) {
    await connection.collection(name).deleteMany({});
  }
  await connection.close();
  clock.now = start;
  await ask(writeSettings, { settings: open });
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

let keys = 0;
const review = (changes: Partial<z.input<typeof createReview.request>> = {}) => {
  keys += 1;
  return {
    once: { key: `key ${keys}`, origin: 'gateway' as const, digest: `digest ${keys}` },
    productId: 1,
    review: `It has served me ${keys} times.`,
    reviewer: 'Dana Holt',
    email: `dana${keys}@shop.example`,
    rating: 5,
    address: '',
    ...changes,
  };
};

const record = (changes: Partial<ReviewRecord> & { id: number }): ReviewRecord => ({
  productId: 1,
  created: { local: '2026-05-01T12:00:00', utc: '2026-05-01T10:00:00' },
  status: 'approved',
  reviewer: `Reader ${changes.id}`,
  review: `Words of ${changes.id}`,
  rating: 4,
  verified: false,
  email: `reader${changes.id}@shop.example`,
  accountId: 0,
  ...changes,
});

async function ratingOf(productId: number, replica = other) {
  const { product } = await ask(readProduct, { reference: String(productId) }, replica);
  const { averageRating, ratingCount, reviewCount } = product;
  return { averageRating, ratingCount, reviewCount };
}

const refusedAs = (code: string) => expect.objectContaining({ code });

describe('a review that is written', () => {
  test('is cleaned, dated by both clocks, and read at once through another replica', async () => {
    const { review: written } = await ask(
      createReview,
      review({ review: '<b>Warm</b><script>x</script>\n\nLight', reviewer: '<i>Dana</i> Holt' }),
    );
    expect(written).toEqual({
      id: expect.any(Number),
      productId: 1,
      created: { local: '2026-06-15T12:00:00', utc: '2026-06-15T10:00:00' },
      status: 'approved',
      reviewer: 'Dana Holt',
      review: '<p><b>Warm</b></p>\n<p>Light</p>\n',
      rating: 5,
      verified: false,
    });
    expect((await ask(readReview, { id: written.id }, other)).review).toEqual(written);
    const shown = await ask(readProduct, { reference: '1', reviews: true }, other);
    expect(shown.reviews).toEqual([written]);
  });

  test('has the product counted anew, whose imported rating stood until then', async () => {
    await ask(importReviews, { records: [record({ id: 1, rating: 4 }), record({ id: 2, rating: 4 })] });
    expect(await ratingOf(1)).toEqual({ averageRating: '4.10', ratingCount: 40, reviewCount: 41 });
    await ask(createReview, review({ rating: 5 }));
    await until(async () => (await ratingOf(1)).reviewCount === 3);
    expect(await ratingOf(1)).toEqual({ averageRating: '4.33', ratingCount: 3, reviewCount: 3 });
  });

  test('waits when the store says so, counts once it is approved, and no longer when it is spam', async () => {
    await ask(writeSettings, { settings: { reviewsHeld: true } });
    const { review: held } = await ask(createReview, review());
    expect(held.status).toBe('hold');
    await expect(ask(readReview, { id: held.id })).rejects.toEqual(refusedAs('service_cannot_view_review'));
    expect((await ratingOf(1)).reviewCount).toBe(41);
    expect(await ask(setReviewStatus, { ids: [held.id, 999], status: 'approved' })).toEqual({ changed: 1 });
    await until(async () => (await ratingOf(1)).reviewCount === 1);
    expect(await ask(setReviewStatus, { ids: [held.id], status: 'approved' })).toEqual({ changed: 0 });
    await ask(setReviewStatus, { ids: [held.id], status: 'spam' });
    await until(async () => (await ratingOf(1)).reviewCount === 0);
    expect(await ratingOf(1)).toEqual({ averageRating: '0.00', ratingCount: 0, reviewCount: 0 });
  });

  test('has an id above all that there are, and above those that are gone', async () => {
    await ask(importReviews, { records: [record({ id: 5_000 })] });
    const first = await ask(createReview, review());
    expect(first.review.id).toBe(5_001);
    await ask(setReviewStatus, { ids: [5_001], status: 'trash' });
    expect((await ask(createReview, review())).review.id).toBe(5_002);
  });

  test('is the same one when the request comes again, whatever came between', async () => {
    const request = review();
    const first = await ask(createReview, request);
    clock.now += 60_000;
    await ask(createReview, review());
    expect(await ask(createReview, request, other)).toEqual(first);
    const misused = { ...request, once: { ...request.once, digest: 'of another request' } };
    await expect(ask(createReview, misused)).rejects.toEqual(refusedAs('service_idempotency_key_reused'));
    expect((await ask(listReviews, {})).total).toBe(2);
  });

  test('is one review when ten with one address are sent at once to two replicas', async () => {
    const requests = Array.from({ length: 10 }, () => review({ email: 'same@shop.example' }));
    const sent = requests.map((request, n) => ask(createReview, request, n % 2 === 0 ? one : other));
    const outcomes = await Promise.allSettled(sent);
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused).toEqual(
      Array.from({ length: 9 }, () => ({ status: 'rejected', reason: refusedAs('service_review_exists') })),
    );
    expect((await ask(listReviews, {})).total).toBe(1);
  });

  test('loses none of ten by others at once, and the rating counts them all', async () => {
    const requests = Array.from({ length: 10 }, (_, n) => review({ rating: (n % 5) + 1 }));
    await Promise.all(requests.map((request, n) => ask(createReview, request, n % 2 === 0 ? one : other)));
    await until(async () => (await ratingOf(1)).reviewCount === 10);
    expect(await ratingOf(1)).toEqual({ averageRating: '3.00', ratingCount: 10, reviewCount: 10 });
  });
});

describe('a review is refused', () => {
  test.each([
    ['of no product', { productId: 404 }, 'service_product_invalid_id'],
    ['of a draft', { productId: 3 }, 'service_product_invalid_id'],
    ['of product 0', { productId: 0 }, 'service_product_invalid_id'],
    ['of a product that takes none', { productId: 2 }, 'service_cannot_create'],
    ['without words', { review: '<b> </b> !' }, 'service_review_content_invalid'],
    ['that is too long', { review: 'word '.repeat(13_200) }, 'service_review_content_invalid'],
    ['of tags only', { review: '<b>'.repeat(2_001) }, 'service_review_content_invalid'],
    ['without a name', { reviewer: '<b></b>' }, 'service_review_content_invalid'],
    ['with a name too long', { reviewer: 'n'.repeat(246) }, 'service_review_content_invalid'],
    ['with an address that is none', { email: 'dana at shop' }, 'service_review_content_invalid'],
    [
      'with an address too long',
      { email: `${'d'.repeat(60)}@${'s'.repeat(50)}.example` },
      'service_review_content_invalid',
    ],
  ])('%s', async (_what, changes, code) => {
    await expect(ask(createReview, review(changes))).rejects.toEqual(refusedAs(code));
  });

  test('where the store takes none, or from buyers only', async () => {
    await ask(writeSettings, { settings: { reviewsEnabled: false } });
    await expect(ask(createReview, review())).rejects.toEqual(refusedAs('service_cannot_create'));
    await ask(writeSettings, { settings: { reviewsEnabled: true, reviewsByBuyersOnly: true } });
    await expect(ask(createReview, review())).rejects.toEqual(refusedAs('service_cannot_create'));
  });

  test('of the same words by the same address or name, and a second one by an address', async () => {
    await ask(writeSettings, { settings: { reviewsHeld: true } });
    const { review: held } = await ask(createReview, review({ review: 'Fine one', email: 'd@shop.example' }));
    clock.now += 60_000;
    const same = { review: '<b>fine</b>  ONE' };
    const byAddress = review({ ...same, email: ' D@shop.example', reviewer: 'Another' });
    await expect(ask(createReview, byAddress)).rejects.toEqual(refusedAs('service_comment_duplicate'));
    const byName = review(same);
    await expect(ask(createReview, byName)).rejects.toEqual(refusedAs('service_comment_duplicate'));
    const second = () => ask(createReview, review({ email: 'D@shop.example' }));
    await expect(second()).rejects.toEqual(refusedAs('service_review_exists'));
    await ask(setReviewStatus, { ids: [held.id], status: 'spam' });
    expect((await second()).review.status).toBe('hold');
  });

  test('within 15 s after another of its author, of whatever product', async () => {
    await ask(createReview, review({ email: 'd@shop.example' }));
    clock.now += 5_000;
    const next = () => ask(createReview, review({ email: 'd@shop.example', productId: 4 }));
    await expect(next()).rejects.toMatchObject({
      code: 'service_comment_flood',
      data: { retry_after: 10 },
    });
    clock.now += 10_000;
    expect((await next()).review.productId).toBe(4);
  });

  test('as the twenty-first of a minute from one address, which is nowhere kept', async () => {
    const address = '203.0.113.77';
    for (let n = 0; n < 20; n += 1) await ask(createReview, review({ address }), n % 2 === 0 ? one : other);
    clock.now += 20_000;
    await expect(ask(createReview, review({ address }))).rejects.toMatchObject({
      code: 'service_comment_flood',
      data: { retry_after: 40 },
    });
    expect((await ask(createReview, review({ address: '203.0.113.78' }))).review.productId).toBe(1);
    clock.now += 40_000;
    expect((await ask(createReview, review({ address }))).review.productId).toBe(1);
    const connection = await createConnection(mongod.url).asPromise();
    const kept = await Promise.all(
      ['reviews', 'review_floods'].map((name) => connection.collection(name).find().toArray()),
    );
    await connection.close();
    expect(JSON.stringify(kept)).not.toContain(address);
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
        record({ id: 1, created: dated('01'), rating: 3, review: 'A café cup <script>x</script>' }),
        record({ id: 2, created: dated('04'), rating: 5, productId: 4, accountId: 7 }),
        record({ id: 3, created: dated('03'), rating: 1, email: 'Three@Shop.example' }),
        record({ id: 4, created: dated('02'), rating: 5, reviewer: 'Cupra' }),
        record({ id: 5, created: dated('05'), status: 'hold' }),
        record({ id: 6, created: dated('05'), productId: 3 }),
      ],
    });
  });
  const idsOf = async (query: z.input<typeof listReviews.request>) => {
    const { reviews, total } = await ask(listReviews, query);
    return { ids: reviews.map(({ id }) => id), total };
  };

  test.each<[string, z.input<typeof listReviews.request>, number[]]>([
    ['of all that is approved, of what is public', {}, [2, 3, 4, 1]],
    ['by date upwards', { direction: 'asc' }, [1, 4, 3, 2]],
    ['by id', { orderBy: 'id' }, [4, 3, 2, 1]],
    ['by product', { orderBy: 'product', direction: 'asc' }, [1, 4, 3, 2]],
    ['by rating', { orderBy: 'rating' }, [2, 4, 1, 3]],
    ['as included', { orderBy: 'include', include: [4, 6, 1, 3] }, [4, 1, 3]],
    ['without some', { exclude: [2, 3] }, [4, 1]],
    ['of products', { products: [4, 3] }, [2]],
    ['of a category with those below', { categories: [16] }, [2, 3, 4, 1]],
    ['of a category', { categories: [17] }, [2]],
    ['of a category that is not there', { categories: [99] }, []],
    ['by an account', { reviewers: [7] }, [2]],
    ['not by accounts', { reviewersExcluded: [0] }, [2]],
    ['by an address in any case', { reviewerEmail: 'three@shop.EXAMPLE' }, [3]],
    ['of some stars', { ratings: [5, 3] }, [2, 4, 1]],
    ['after a moment, which is not in it', { after: '2026-05-02T12:00:00' }, [2, 3]],
    ['before a moment of UTC', { before: '2026-05-03T10:00:00Z' }, [4, 1]],
    ['between two moments', { after: '2026-05-01T12:00:00', before: '2026-05-03T12:00:00' }, [4]],
    ['with a word that begins so, in text or name', { search: 'CUP' }, [4, 1]],
    ['with all words', { search: 'cafe reader' }, [1]],
    ['with no word', { search: '!?' }, []],
    ['with what would be an operator or an expression', { search: '.*' }, []],
  ])('%s', async (_what, query, ids) => {
    expect(await idsOf(query)).toEqual({ ids, total: ids.length });
  });

  test('is cut into pages, and tells the total on each', async () => {
    expect(await idsOf({ perPage: 3 })).toEqual({ ids: [2, 3, 4], total: 4 });
    expect(await idsOf({ perPage: 3, page: 2 })).toEqual({ ids: [1], total: 4 });
    expect(await idsOf({ perPage: 3, page: 3 })).toEqual({ ids: [], total: 4 });
    expect(await idsOf({ perPage: 2, offset: 1 })).toEqual({ ids: [3, 4], total: 4 });
  });

  test('holds no text that was not cleaned, and no address', async () => {
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

  test('follows the status and the categories of products', async () => {
    await ask(importProducts, {
      records: [
        productRecord({ id: 1, status: 'private' }),
        productRecord({ id: 3, categories: [{ id: 17, name: 'Bowls', slug: 'bowls' }] }),
      ],
    });
    expect(await idsOf({})).toEqual({ ids: [6, 2], total: 2 });
    expect(await idsOf({ categories: [17] })).toEqual({ ids: [6, 2], total: 2 });
  });

  test('for those who look after the shop holds every status, with addresses', async () => {
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
