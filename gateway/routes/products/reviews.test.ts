import { describe, expect, test } from 'vitest';
import { refusal } from '#platform/errors/errors.ts';
import { natsFixture } from '#testing/engines.ts';
import { aReview } from '#testing/gateway/catalogue-samples.ts';
import { GatewayFixture } from '#testing/gateway/fixture.ts';

const site = new GatewayFixture(natsFixture(), { TRUSTED_PROXIES: '127.0.0.1' });
const written = {
  product_id: 23,
  review: ' Warm. ',
  reviewer: 'Dana',
  reviewer_email: 'dana@shop.example',
};

describe.each(['v1', 'v2'])('in %s', (version) => {
  const path = `/${version}/products/reviews`;

  test('reviews are an array with paging headers, empty past the end', async () => {
    site.fakes.lists.reviews = [1, 2, 3].map((id) => aReview({ id }));
    const { body, headers } = await site.get(`${path}?per_page=2&order=ASC`);
    expect([body.map(({ id }: { id: number }) => id), headers.get('X-WP-Total')]).toEqual([[1, 2], '3']);
    expect(headers.get('Link')).toBe(`<https://api.example${path}?per_page=2&order=asc&page=2>; rel="next"`);
    const past = await site.get(`${path}?page=9`);
    expect([past.status, past.body]).toEqual([200, []]);
  });

  test('every parameter is passed on to the catalogue', async () => {
    await site.get(
      `${path}?page=2&per_page=5&offset=4&order=asc&orderby=rating&search=warm&product=13,14&category_id=3&include=1&exclude=2&reviewer=7&reviewer_exclude=8&reviewer_email=a@b.example&rating=4,5&after=2031-01-01T00:00:00&before=2031-01-02T00:00:00Z`,
    );
    expect(site.fakes.last.request).toEqual({
      page: 2,
      perPage: 5,
      offset: 4,
      direction: 'asc',
      orderBy: 'rating',
      search: 'warm',
      products: [13, 14],
      categories: [3],
      include: [1],
      exclude: [2],
      reviewers: [7],
      reviewersExcluded: [8],
      reviewerEmail: 'a@b.example',
      ratings: [4, 5],
      after: '2031-01-01T00:00:00',
      before: '2031-01-02T00:00:00Z',
    });
  });

  test('a review that does not exist or is not public is 404', async () => {
    for (const id of [999, 0]) {
      const { status, body } = await site.get(`${path}/${id}`);
      expect([status, body.code, body.data]).toEqual([404, 'service_cannot_view_review', { status: 404 }]);
    }
    expect((await site.get(`${path}/none`)).body.code).toBe('rest_no_route');
  });

  test('a new review is 201 with its address, and the answer is not cached', async () => {
    const { status, body, headers } = await site.post(path, written);
    expect([status, body]).toMatchObject([201, { id: 900, product_id: 23, reviewer: 'Dana', rating: 0 }]);
    expect([headers.get('Location'), headers.get('Cache-Control'), headers.get('ETag')]).toEqual([
      `https://api.example${path}/900`,
      'no-store',
      null,
    ]);
    expect(JSON.stringify(body)).not.toContain('dana@');
  });
});

describe.each(['', '/wp-json/cocart'])('the own reviews on the mount "%s"', (mount) => {
  const path = `${mount}/v2/products/reviews/mine`;
  const person = { role: 'customer', manages: 'nothing', generation: 0 } as const;

  test('are those that the customer wrote, page by page, and are not cached', async () => {
    site.fakes.auth.known.set('ann:secret', { ...person, account: 7, trusted: false });
    site.fakes.lists.reviews = [1, 2, 3].map((id) => aReview({ id }));
    const customer = { 'X-Forwarded-Proto': 'https', Authorization: `Basic ${btoa('ann:secret')}` };
    const { status, body, headers } = await site.get(`${path}?per_page=2&rating=5&reviewer=9`, customer);
    expect([status, body.map(({ id }: { id: number }) => id)]).toEqual([200, [1, 2]]);
    expect(site.fakes.last.request).toMatchObject({ reviewers: [7], ratings: [5], perPage: 2 });
    expect([headers.get('X-WP-Total'), headers.get('ETag')]).toEqual(['3', null]);
    expect(headers.get('Cache-Control')).toContain('no-store');
    expect(headers.get('Link')).toContain(`${path}?per_page=2&rating=5&page=2`);
  });

  test('are refused to guests and to key pairs', async () => {
    site.fakes.auth.known.set('ck_1:cs_1', { ...person, account: 7, trusted: true });
    const pair = { 'X-Forwarded-Proto': 'https', Authorization: `Basic ${btoa('ck_1:cs_1')}` };
    for (const headers of [{}, pair]) {
      const { status, body } = await site.get(path, headers);
      expect([status, body.code]).toEqual([
        403,
        `${mount === '' ? 'service' : 'cocart'}_access_my_account_denied`,
      ]);
    }
    expect(site.fakes.heard.filter(({ operation }) => operation.startsWith('catalogue'))).toEqual([]);
  });
});

test('the catalogue receives all members and the client’s address', async () => {
  const headers = { 'Idempotency-Key': 'r-1', 'X-Forwarded-For': '6.6.6.6, 203.0.113.9, 127.0.0.1' };
  await site.post('/v2/products/reviews', { ...written, product_id: '23', rating: '5' }, headers);
  expect(site.fakes.last.request).toMatchObject({
    once: { key: 'r-1', origin: 'client' },
    productId: 23,
    review: 'Warm.',
    reviewer: 'Dana',
    email: 'dana@shop.example',
    rating: 5,
    address: '203.0.113.9',
  });
  expect(site.fakes.last.context.claim).toBe(null);
});

test('a review that an earlier request with the same key created is marked as a repeated answer', async () => {
  const once = { 'Idempotency-Key': 'r-2' };
  const first = await site.post('/v2/products/reviews', { ...written, product_id: 23 }, once);
  site.fakes.lists.replayed = true;
  const again = await site.post('/v2/products/reviews', { ...written, product_id: 23 }, once);
  const marks = [first, again].map(({ headers }) => headers.get('Idempotency-Replayed'));
  expect([again.status, marks]).toEqual([201, [null, 'true']]);
});

test('a review may also be sent as a form or a query', async () => {
  const body = new URLSearchParams({ ...written, product_id: '23' });
  expect((await site.send('POST', '/v2/products/reviews', { body })).status).toBe(201);
  expect((await site.send('POST', `/v2/products/reviews?${body}`)).status).toBe(201);
});

test('all missing parameters are named', async () => {
  const { status, body } = await site.post('/v2/products/reviews', {});
  expect([status, body.code, body.data]).toEqual([
    400,
    'rest_missing_callback_param',
    { status: 400, params: ['product_id', 'review', 'reviewer', 'reviewer_email'] },
  ]);
});

test.each([
  [{ product_id: 'x' }, 'product_id', 'rest_invalid_type'],
  [{ product_id: [23] }, 'product_id', 'rest_invalid_type'],
  [{ review: 5 }, 'review', 'rest_invalid_type'],
  [{ review: 'x'.repeat(100_001) }, 'review', 'rest_too_long'],
  [{ reviewer: '' }, 'reviewer', 'rest_too_short'],
  [{ reviewer: 'x'.repeat(246) }, 'reviewer', 'rest_too_long'],
  [{ reviewer_email: 'nobody' }, 'reviewer_email', 'rest_invalid_email'],
  [{ reviewer_email: '' }, 'reviewer_email', 'rest_invalid_email'],
  [{ rating: 6 }, 'rating', 'rest_out_of_bounds'],
  [{ rating: -1 }, 'rating', 'rest_out_of_bounds'],
  [{ rating: 4.5 }, 'rating', 'rest_invalid_type'],
])('%.60j is refused without a request to a service', async (change, name, code) => {
  const { status, body } = await site.post('/v2/products/reviews', { ...written, ...change });
  expect([status, body.code, body.data.details[name].code]).toEqual([400, 'rest_invalid_param', code]);
  expect(site.fakes.heard).toEqual([]);
});

test.each([
  [refusal('service_product_invalid_id', {}), 404, {}],
  [refusal('service_review_content_invalid', { maximum: 10 }), 400, { maximum: 10 }],
  [refusal('service_cannot_create', {}), 403, {}],
  [refusal('service_comment_duplicate', {}), 409, {}],
  [refusal('service_review_exists', {}), 400, {}],
  [refusal('service_comment_flood', { retry_after: 9 }), 400, { retry_after: 9 }],
  [refusal('service_idempotency_key_reused', {}), 422, {}],
])('%s is answered in the dialects of both mounts', async (refuses, status, members) => {
  site.fakes.lists.refuses = refuses;
  for (const [mount, prefix] of [
    ['', 'service'],
    ['/wp-json/cocart', 'cocart'],
  ]) {
    const { body, ...answer } = await site.post(`${mount}/v2/products/reviews`, written);
    expect([answer.status, body.code, body.data]).toEqual([
      status,
      refuses.code.replace('service', prefix ?? ''),
      { status, ...members },
    ]);
  }
});
