import { expect, test } from 'vitest';
import { Parts } from '#contracts/product-replies.ts';
import type { Caller } from '#platform/bus/caller.ts';
import { serialized } from '#platform/bus/wire.ts';
import { refusal } from '#platform/errors/errors.ts';
import { Metrics } from '#platform/service/metrics.ts';
import { aProduct, units } from '#testing/gateway/samples.ts';
import { testGuestKeySecret } from '#testing/guest-key-secret.ts';
import { ResponseCache } from '../cache/response-cache.ts';
import type { Identities } from '../caller/caller.ts';
import { GuestKeys } from '../caller/cart-keys.ts';
import { noParameters } from '../http/body.ts';
import { GatewayMetrics } from '../http/metrics.ts';
import { Mounts } from '../http/mounts.ts';
import { guest } from '../http/request-state.ts';
import type { LiveCarts } from '../live/live-carts.ts';
import { dialects } from '../views/dialects.ts';
import type { Call } from './call.ts';
import { asDeclared } from './declared-answers.ts';
import { type Answer, route } from './route.ts';
import { runRoute } from './run-route.ts';

const { mount } = new Mounts([{ prefix: '', dialect: dialects.service }], 'https://api.example').of('/');
const view: Answer<'productV2'>['view'] = {
  name: 'productV2',
  data: new Parts([serialized({ product: aProduct(), reviews: [] })], { units, context: 'view' }),
};

/** Returns a function that runs a route without services and without a connection. */
function runner(kind: 'cart' | 'catalogue', handle: (call: Call) => Promise<Answer<'productV2'>>) {
  const cache = new ResponseCache();
  const feed = { current: true, number: 1, age: 0 };
  cache.follow({ catalogue: feed, settings: feed });
  const declared = route({
    method: 'GET',
    path: '/v2/some',
    summary: 'Some',
    kind,
    answers: { 200: { productV2: '' } },
    errors: ['service_invalid_product'],
    handle: (_input, call) => handle(call),
  });
  const metrics = new GatewayMetrics(new Metrics('run-route-test'));
  const deps = {
    caller: {} as Caller,
    cache,
    metrics,
    guestKeys: new GuestKeys(testGuestKeySecret, 'any'),
    security: { answered: () => {}, refused: () => {} },
    prices: 'trusted' as const,
    identities: {} as Identities,
    live: {} as LiveCarts,
  };
  const none = { path: noParameters, query: noParameters, body: noParameters, header: () => undefined };
  const where = {
    mount,
    identity: guest,
    target: '/v2/some',
    address: () => '',
    headers: () => ({}),
    onCart: () => {},
    secure: () => true,
  };
  const request = { ...none, ...where, id: 'r-1', deadline: Date.now() + 2_000 };
  return () => runRoute(asDeclared(declared), request, deps);
}

test('a cached answer keeps the headers of its route', async () => {
  const asOf = { catalogue: 1, settings: 1, age: 0 };
  const run = runner('catalogue', async () => ({ view, headers: { 'X-WP-Total': '7' }, asOf }));
  for (const outcome of ['MISS', 'HIT']) {
    expect(await run()).toMatchObject({ outcome, entry: { headers: [['X-WP-Total', '7']] } });
  }
});

test('a write has one idempotency key and one expected revision', async () => {
  const run = runner('cart', async (call) => {
    expect(call.writeConditions).toBe(call.writeConditions);
    return { view };
  });
  expect(await run()).toMatchObject({ status: 200, headers: {} });
});

test('an error that the route declares, or that every route may answer, is passed on', async () => {
  for (const error of [refusal('service_invalid_product', {}), refusal('service_internal', {})]) {
    await expect(runner('cart', () => Promise.reject(error))()).rejects.toBe(error);
  }
});

test('an undeclared error fails the check of declarations', async () => {
  const run = runner('cart', () => Promise.reject(refusal('service_no_items', {})));
  await expect(run()).rejects.toThrow('GET /v2/some does not declare service_no_items');
});
