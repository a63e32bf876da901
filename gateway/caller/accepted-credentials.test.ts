import { beforeAll, describe, expect, test } from 'vitest';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '#testing/gateway/fixture.ts';
import { startGateway } from '#testing/gateway/public-gateway.ts';

const nats = natsFixture();
const local = new GatewayFixture(nats, { LOCAL_HTTP_LOGIN: 'on' });
const password = { Authorization: `Basic ${btoa('alice:secret')}` };

beforeAll(() => {
  const customer = { account: 42, role: 'customer', manages: 'nothing', trusted: false } as const;
  local.fakes.auth.known.set('alice:secret', customer);
});

describe.each(['', '/wp-json/cocart'])('with LOCAL_HTTP_LOGIN=on, on the mount %j', (mount) => {
  test('a password is accepted over plain HTTP from this machine', async () => {
    expect((await local.get(`${mount}/v2/cart`, password)).status).toBe(200);
    expect((await local.get(`${mount}/v2/cart?username=alice&password=secret`)).status).toBe(200);
    const { status } = await local.send('POST', `${mount}/v2/login`, { headers: password });
    expect(status).toBe(200);
  });

  test('a wrong password is refused', async () => {
    const wrong = { Authorization: `Basic ${btoa('alice:wrong')}` };
    expect((await local.get(`${mount}/v2/cart`, wrong)).status).toBe(401);
  });
});

test('without LOCAL_HTTP_LOGIN a password over plain HTTP is refused', async () => {
  await using plain = await startGateway(nats.url);
  const answer = await fetch(`${plain.url}/v2/cart`, { headers: password });
  expect(answer.status).toBe(403);
  expect(await answer.json()).toMatchObject({ code: 'service_https_required' });
});

const site = new GatewayFixture(natsFixture(), { LOCAL_HTTP_LOGIN: 'on' });
const cocart = '/wp-json/cocart';
const missing = ['Basic null', 'Basic undefined', 'Bearer', 'Bearer null', 'Bearer undefined'];
const wrong = ['Basic nullx', `Basic ${btoa('null:null')}`, 'Bearer nullx', 'Bearer a.b.c', 'Digest null'];

beforeAll(() => {
  const customer = { account: 42, role: 'customer', manages: 'nothing', trusted: false } as const;
  site.fakes.auth.known.set('alice:secret', customer);
});

const cart = (mount: string, authorization: string) =>
  site.get(`${mount}/v2/cart`, { Authorization: authorization });

test.each(missing)('%s is a guest on the CoCart mount, and refused on the root', async (authorization) => {
  const read = await cart(cocart, authorization);
  expect([read.status, read.body.cart_key]).toEqual([200, expect.stringMatching(/^t_/)]);
  expect(site.fakes.last.context.claim).toMatchObject({ kind: 'guest', account: null, manages: 'nothing' });
  const written = await site.add(
    { id: '13' },
    { Authorization: authorization },
    `${cocart}/v2/cart/add-item`,
  );
  expect(written.status).toBe(200);
  expect((await cart('', authorization)).status).toBe(401);
});

test.each(wrong)('%s is refused on both mounts', async (authorization) => {
  for (const mount of ['', cocart]) expect((await cart(mount, authorization)).status).toBe(401);
});

test('a missing token opens nothing that needs a login', async () => {
  for (const authorization of missing) {
    const headers = { Authorization: authorization };
    expect((await site.get(`${cocart}/v2/sessions`, headers)).status).toBe(401);
    expect((await site.send('POST', `${cocart}/jwt/validate-token`, { headers })).status).toBe(401);
    expect((await site.send('POST', `${cocart}/v2/login`, { headers })).status).toBe(401);
  }
});

test('a login beside a missing token counts', async () => {
  const body = { username: 'alice', password: 'secret' };
  const answer = await site.post(`${cocart}/v2/login`, body, { Authorization: 'Bearer undefined' });
  expect(answer.status).toBe(200);
  const query = '?username=alice&password=secret';
  const read = await site.get(`${cocart}/v2/cart${query}`, { Authorization: 'Bearer null' });
  expect(read.body.cart_key).toBe('42');
});
