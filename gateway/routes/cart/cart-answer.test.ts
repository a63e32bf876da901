import { beforeEach, expect, test } from 'vitest';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '#testing/gateway/fixture.ts';
import { issuedKey } from '#testing/gateway/issued-key.ts';
import { aCart } from '#testing/gateway/samples.ts';
import { fullCart } from '#testing/gateway/shown.ts';
import { pickFields, readFields } from '../../views/shared/fields.ts';

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

test('every route that reads the cart sends its own members again from memory', async () => {
  Object.assign(site.fakes, { cart: fullCart, cartTag: 'parts' });
  const key = `cart_key=${issuedKey('parts of a cart')}`;
  const paths = [
    ...[`/v2/cart?${key}`, `/v2/cart?${key}&fields=items.item_key,totals`, `/v2/cart/items?${key}`],
    ...[`/v2/cart/totals?${key}`, `/v2/cart/totals?${key}&html=true`, `/v2/cart/items/count?${key}`],
    ...[`/v1/get-cart?${key}`, `/v1/get-cart?${key}&fields=quantity`, `/v1/count-items?${key}`],
  ];
  const read = () => Promise.all(paths.map(async (one) => (await site.get(one)).body));
  const first = await read();
  expect(new Set(first.map((one) => JSON.stringify(one))).size).toBeGreaterThan(7);
  expect(new Set(known())).toEqual(new Set([undefined]));
  const fields = readFields('items.item_key,totals') ?? new Map();
  expect(first[1]).toEqual(pickFields(first[0], fields));
  expect(first[7]).toEqual(pickFields(first[6], readFields('quantity') ?? new Map()));
  expect(await read()).toEqual(first);
  expect(known()).toEqual(paths.map(() => 'parts'));
  const [line] = fullCart.lines;
  const item = (itemKey = '') => site.get(`/v2/cart/item/${itemKey}?${key}`);
  expect((await item(line?.key)).body.item_key).toBe(line?.key);
  expect((await item('0123456789abcdef')).status).toBe(404);
  expect((await item('0123456789abcdef')).status).toBe(404);
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
