import { beforeAll, describe, expect, test } from 'vitest';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '../testing/fixture.ts';
import { startGateway } from '../testing/public-gateway.ts';

const nats = natsFixture();
const site = new GatewayFixture(nats, { LOCAL_HTTP_LOGIN: 'on' });
const password = { Authorization: `Basic ${btoa('alice:secret')}` };

beforeAll(() => {
  const customer = { account: 42, role: 'customer', manages: 'nothing', trusted: false } as const;
  site.fakes.auth.known.set('alice:secret', customer);
});

describe.each(['', '/wp-json/cocart'])('with LOCAL_HTTP_LOGIN=on, on the mount %j', (mount) => {
  test('a password is accepted over plain HTTP from this machine', async () => {
    expect((await site.get(`${mount}/v2/cart`, password)).status).toBe(200);
    expect((await site.get(`${mount}/v2/cart?username=alice&password=secret`)).status).toBe(200);
    const { status } = await site.send('POST', `${mount}/v2/login`, { headers: password });
    expect(status).toBe(200);
  });

  test('a wrong password is refused', async () => {
    const wrong = { Authorization: `Basic ${btoa('alice:wrong')}` };
    expect((await site.get(`${mount}/v2/cart`, wrong)).status).toBe(401);
  });
});

test('without LOCAL_HTTP_LOGIN a password over plain HTTP is refused', async () => {
  await using plain = await startGateway(nats.url);
  const answer = await fetch(`${plain.url}/v2/cart`, { headers: password });
  expect(answer.status).toBe(403);
  expect(await answer.json()).toMatchObject({ code: 'service_https_required' });
});
