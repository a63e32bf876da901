import { createConnection } from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { readProduct } from '#contracts/catalogue.ts';
import { importProducts, importReviews } from '#contracts/catalogue-import.ts';
import { nobody } from '#contracts/claim.ts';
import { createReview, listReviews, readReview, setReviewStatus } from '#contracts/reviews.ts';
import { type StoreSettings, writeSettings } from '#contracts/settings.ts';
import { mongodFixture, natsFixture } from '#testing/engines.ts';
import { productIn, type Replica, startReplica, until } from '../catalogue.fixture.ts';
import { productRecord } from '../records.fixture.ts';
import { reviewRecord } from './reviews.fixture.ts';

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

const ask: Replica['askAny'] = (operation, request) => one.askAny(operation, request);

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

async function ratingOf(productId: number) {
  const { product } = productIn(await ask(readProduct, { reference: String(productId) }));
  const { averageRating, ratingCount, reviewCount } = product;
  return { averageRating, ratingCount, reviewCount };
}

const refusedAs = (code: string) => expect.objectContaining({ code });

describe('a review that is written', () => {
  test('is cleaned, has its time as local time and in UTC, and can be read at once from another replica', async () => {
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
    expect((await ask(readReview, { id: written.id })).review).toEqual(written);
    const shown = productIn(await ask(readProduct, { reference: '1', reviews: true }));
    expect(shown.reviews).toEqual([written]);
  });

  test('replaces the imported rating of its product by a rating counted from the stored reviews', async () => {
    await ask(importReviews, {
      records: [reviewRecord({ id: 1, rating: 4 }), reviewRecord({ id: 2, rating: 4 })],
    });
    expect(await ratingOf(1)).toEqual({ averageRating: '4.10', ratingCount: 40, reviewCount: 41 });
    await ask(createReview, review({ rating: 5 }));
    await until(async () => (await ratingOf(1)).reviewCount === 3);
    expect(await ratingOf(1)).toEqual({ averageRating: '4.33', ratingCount: 3, reviewCount: 3 });
  });

  test('is pending if the settings demand it, counts once it is approved, and no longer when it is spam', async () => {
    await ask(writeSettings, { settings: { reviewsHeld: true } });
    const { review: held } = await ask(createReview, review());
    expect(held.status).toBe('hold');
    await expect(ask(readReview, { id: held.id })).rejects.toEqual(refusedAs('service_cannot_view_review'));
    expect((await ratingOf(1)).reviewCount).toBe(41);
    expect(await ask(setReviewStatus, { ids: [held.id, 999], status: 'approved' })).toEqual({
      ...{ changed: 1, missing: [999] },
    });
    await until(async () => (await ratingOf(1)).reviewCount === 1);
    expect(await ask(setReviewStatus, { ids: [held.id], status: 'approved' })).toEqual({
      ...{ changed: 0, missing: [] },
    });
    await ask(setReviewStatus, { ids: [held.id], status: 'spam' });
    await until(async () => (await ratingOf(1)).reviewCount === 0);
    expect(await ratingOf(1)).toEqual({ averageRating: '0.00', ratingCount: 0, reviewCount: 0 });
  });

  test('has an id above those of all existing and deleted reviews', async () => {
    const { id } = (await ask(createReview, review())).review;
    await ask(setReviewStatus, { ids: [id], status: 'trash' });
    expect((await ask(createReview, review())).review.id).toBe(id + 1);
    expect((await ask(createReview, review())).review.id).toBe(id + 2);
  });

  test("has an id that no import uses, so that imports overwrite no visitors' reviews", async () => {
    await ask(importReviews, { records: [reviewRecord({ id: 5_000 })] });
    expect((await ask(createReview, review())).review.id).toBeGreaterThanOrEqual(1_000_000_000);
  });

  test('is returned again for the same request, also after other reviews were written', async () => {
    const request = review();
    const first = await ask(createReview, request);
    clock.now += 60_000;
    await ask(createReview, review());
    expect(await ask(createReview, request)).toEqual({ ...first, replayed: true });
    expect(first.replayed).toBe(false);
    const misused = { ...request, once: { ...request.once, digest: 'of another request' } };
    await expect(ask(createReview, misused)).rejects.toEqual(refusedAs('service_idempotency_key_reused'));
    expect((await ask(listReviews, {})).total).toBe(2);
  });

  test('is stored once when ten reviews with one address are sent to two replicas at once', async () => {
    const requests = Array.from({ length: 10 }, () => review({ email: 'same@shop.example' }));
    const sent = requests.map((request) => ask(createReview, request));
    const outcomes = await Promise.allSettled(sent);
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused).toEqual(
      Array.from({ length: 9 }, () => ({ status: 'rejected', reason: refusedAs('service_review_exists') })),
    );
    expect((await ask(listReviews, {})).total).toBe(1);
  });

  test('is counted when ten authors write at once, and so are the other nine', async () => {
    const requests = Array.from({ length: 10 }, (_, n) => review({ rating: (n % 5) + 1 }));
    await Promise.all(requests.map((request) => ask(createReview, request)));
    await until(async () => (await ratingOf(1)).reviewCount === 10);
    expect(await ratingOf(1)).toEqual({ averageRating: '3.00', ratingCount: 10, reviewCount: 10 });
  });
});

describe('a review is refused', () => {
  test.each([
    ['of no product', { productId: 404 }, 'service_product_invalid_id'],
    ['of a draft', { productId: 3 }, 'service_product_invalid_id'],
    ['of product 0', { productId: 0 }, 'service_product_invalid_id'],
    ['of a product that accepts no reviews', { productId: 2 }, 'service_cannot_create'],
    ['without words', { review: '<b> </b> !' }, 'service_review_content_invalid'],
    ['whose text is too long', { review: 'word '.repeat(13_200) }, 'service_review_content_invalid'],
    ['of tags only', { review: '<b>'.repeat(2_001) }, 'service_review_content_invalid'],
    ['without a name', { reviewer: '<b></b>' }, 'service_review_content_invalid'],
    ['with a name too long', { reviewer: 'n'.repeat(246) }, 'service_review_content_invalid'],
    ['with an invalid address', { email: 'dana at shop' }, 'service_review_content_invalid'],
    [
      'with an address too long',
      { email: `${'d'.repeat(60)}@${'s'.repeat(50)}.example` },
      'service_review_content_invalid',
    ],
  ])('%s', async (_what, changes, code) => {
    await expect(ask(createReview, review(changes))).rejects.toEqual(refusedAs(code));
  });

  test('if the store accepts no reviews, or only reviews of buyers', async () => {
    await ask(writeSettings, { settings: { reviewsEnabled: false } });
    await expect(ask(createReview, review())).rejects.toEqual(refusedAs('service_cannot_create'));
    await ask(writeSettings, { settings: { reviewsEnabled: true, reviewsByBuyersOnly: true } });
    await expect(ask(createReview, review())).rejects.toEqual(refusedAs('service_cannot_create'));
  });

  test('if its text repeats one of the same address or name, or if it is the second review of an address', async () => {
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

  test('for a customer never because another author used the same email address or wrote just before', async () => {
    const email = 'owner@shop.example';
    await ask(createReview, review({ email, address: '203.0.113.1' }));
    const owner = { ...nobody, kind: 'customer' as const, account: 17 };
    const own = await one.ask(createReview, review({ email, address: '203.0.113.1' }), owner);
    expect(own.review.productId).toBe(1);
    // A guest on another network does not learn from the answer that a review exists.
    const elsewhere = review({ email, address: '198.51.100.1' });
    expect((await ask(createReview, elsewhere)).replayed).toBe(false);
    clock.now += 60_000;
    const again = one.ask(createReview, review({ email: 'other@shop.example' }), owner);
    await expect(again).rejects.toEqual(refusedAs('service_review_exists'));
  });

  test('within 15 s after another review of the same author, of any product', async () => {
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

  test('as the twenty-first within a minute from one network address, which is not stored', async () => {
    const address = '203.0.113.77';
    const last = review({ address });
    for (let n = 0; n < 19; n += 1) await ask(createReview, review({ address }));
    await ask(createReview, last);
    clock.now += 20_000;
    await expect(ask(createReview, review({ address }))).rejects.toMatchObject({
      code: 'service_comment_flood',
      data: { retry_after: 40 },
    });
    // The limit is checked before the text, because cleaning the text takes the most time. A review that is already
    // stored is returned without this check.
    await expect(ask(createReview, review({ address, review: '!' }))).rejects.toMatchObject({
      code: 'service_comment_flood',
    });
    expect((await ask(createReview, last)).replayed).toBe(true);
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
