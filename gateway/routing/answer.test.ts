import { expect, test } from 'vitest';
import { Parts } from '#contracts/product-replies.ts';
import { serialized } from '#platform/bus/wire.ts';
import { aRequest } from '#testing/gateway/request.ts';
import { aProduct, units } from '#testing/gateway/samples.ts';
import { readProductRoute } from '../routes/products/products.ts';
import { cachedAnswer, cacheKeyOf } from './answer.ts';
import type { Answer } from './route.ts';

test('a cached answer keeps the headers of its route', async () => {
  const request = aRequest(readProductRoute, { path: { id: '13' } });
  const feed = { current: true, number: 1, age: 0 };
  request.deps.cache.follow({ catalogue: feed, settings: feed });
  const answer: Answer<'productV2'> = {
    view: {
      name: 'productV2',
      data: new Parts([serialized({ product: aProduct(), reviews: [] })], { units, context: 'view' }),
    },
    headers: { 'X-WP-Total': '7' },
    asOf: { catalogue: 1, settings: 1, age: 0 },
  };
  const key = cacheKeyOf(readProductRoute, request);
  for (const outcome of ['MISS', 'HIT']) {
    const found = await cachedAnswer(key, readProductRoute, request, async () => answer);
    expect(found).toMatchObject({ outcome, entry: { headers: [['X-WP-Total', '7']] } });
  }
});

test('a write has one idempotency key and one expected revision', () => {
  const request = aRequest(readProductRoute, { path: { id: '13' } });
  expect(request.writeConditions).toBe(request.writeConditions);
});
