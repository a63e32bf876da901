import { beforeEach, expect, test } from 'vitest';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '../../testing/fixture.ts';
import { issuedKey } from '../../testing/issued-key.ts';
import { aCart } from '../../testing/samples.ts';
import { fullCart } from '../../testing/shown.ts';

const site = new GatewayFixture(natsFixture());
const path = `/v2/cart?cart_key=${issuedKey('unchanged')}`;
/** Returns the cart tags that the gateway sent to the cart service since the last call of `known`. */
const known = () => site.fakes.heard.splice(0).map(({ request }) => (request as { known?: string }).known);

beforeEach(() => {
  site.fakes.heard.length = 0;
});

test('a cart is sent again from memory with its current revision while the service has the same tag', async () => {
  for (const mount of ['', '/wp-json/cocart']) {
    Object.assign(site.fakes, { cart: fullCart, cartTag: 'first' });
    const first = await site.get(mount + path);
    site.fakes.cart = { ...fullCart, revision: fullCart.revision + 1 };
    const second = await site.get(mount + path);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('etag')).toBe(`"${fullCart.revision + 1}"`);
    Object.assign(site.fakes, { cart: aCart(), cartTag: 'second' });
    const third = await site.get(mount + path);
    expect(third.body).not.toEqual(first.body);
    expect((await site.get(mount + path)).body).toEqual(third.body);
    expect(known()).toEqual([undefined, 'first', 'first', 'second']);
  }
});

test('a request for another form or for some members gets its own body', async () => {
  Object.assign(site.fakes, { cart: fullCart, cartTag: 'forms' });
  const whole = await site.get(path);
  known();
  for (const form of ['&formatted=true', '&thumb=false']) {
    expect((await site.get(path + form)).body).not.toEqual(whole.body);
  }
  expect((await site.get(`${path}&fields=item_count`)).body).toEqual({ item_count: fullCart.itemCount });
  expect((await site.get(path)).body).toEqual(whole.body);
  expect(known()).toEqual([undefined, undefined, undefined, 'forms']);
});

test('nothing is kept of a cart without a tag, nor of the cart that a guest has after a transfer', async () => {
  Object.assign(site.fakes, { cart: fullCart, cartTag: '' });
  const other = `/v2/cart?cart_key=${issuedKey('without a tag')}`;
  await site.get(other);
  site.fakes.cartTag = 'moved';
  site.fakes.transferred = true;
  await site.get(other);
  await site.get(other);
  site.fakes.transferred = false;
  expect(new Set(known())).toEqual(new Set([undefined]));
});
