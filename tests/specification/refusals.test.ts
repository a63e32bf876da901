import { expect, test } from 'vitest';
import {
  InvalidJson,
  InvalidParam,
  MissingParam,
  otherRefusal,
  stockRefusal,
  unsupportedVersion,
} from './refusal-schemas.ts';
import { type Answer, openShop } from './shop.ts';

const shop = openShop();
const noRoute = otherRefusal('rest_no_route', 404);

/** Requests to add a simple product that the service refuses: request, code, status. */
const refusedAdds: readonly (readonly [sent: Record<string, string>, code: string, status: number])[] = [
  [{ id: '' }, 'service_product_id_required', 404],
  [{ id: '0' }, 'service_product_id_required', 404],
  [{ id: 'no-such-sku' }, 'service_unknown_product_id', 404],
  [{ id: '999999' }, 'service_invalid_product', 400],
  [{ id: '13', quantity: 'two' }, 'service_quantity_not_numeric', 405],
  [{ id: '13', quantity: '0' }, 'service_quantity_invalid_amount', 405],
  [{ id: '13', quantity: '-2' }, 'service_quantity_invalid_amount', 405],
  [{ id: '13', quantity: '1.5' }, 'service_quantity_invalid_amount', 405],
  [{ id: '13', quantity: '10000' }, 'service_quantity_invalid_amount', 405],
  [{ id: '38', quantity: '2' }, 'service_quantity_invalid_amount', 405],
  [{ id: '43' }, 'service_cannot_be_purchased', 403],
  [{ id: '44' }, 'service_cannot_be_purchased', 403],
  [{ id: '45' }, 'service_cannot_be_purchased', 403],
  [{ id: '36' }, 'service_product_out_of_stock', 404],
  [{ id: '41' }, 'service_cannot_add_product_type_to_cart', 403],
];

function cartKey({ headers }: Answer): string {
  return headers.get('cart-key') ?? '';
}

test('[7 body] has code, message and data with the status of the answer', async () => {
  const answers = [
    await shop.get('/v3/cart'),
    await shop.get('/v2/nope'),
    await shop.get('/v2/products/999999'),
    await shop.add({}),
    await shop.add({ id: true }),
    await shop.add({ id: '13', quantity: '0' }),
    await shop.send('POST', '/v2/cart/add-item', { body: '{' }),
  ];
  for (const { status, headers, body } of answers) {
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(body).toEqual({
      code: expect.stringMatching(/^(service|rest)_[a-z_]+$/),
      message: expect.stringMatching(/./),
      data: expect.objectContaining({ status }),
    });
    expect(status).toBeGreaterThanOrEqual(400);
  }
});

test('[7 service_unsupported_version] names the requested version', async () => {
  const { status, body } = await shop.get('/v3/products/13');
  expect(status).toBe(400);
  unsupportedVersion('v3').parse(body);
});

test('[7 rest_no_route] is the answer to an unknown path and to another method', async () => {
  for (const [method, path] of [
    ['GET', '/v2/nope'],
    ['GET', '/v1/nope'],
    ['GET', '/v2/cart/nope/deeper'],
    ['GET', '/nope'],
    ['GET', '/v2/cart/add-item'],
    ['DELETE', '/v2/cart'],
    ['POST', '/v2/products/13'],
  ] as const) {
    const { status, body } = await shop.send(method, path);
    expect(status, `${method} ${path}`).toBe(404);
    noRoute.parse(body);
  }
});

test('[7 rest_invalid_param] names the parameter with the wrong type', async () => {
  for (const [name, sent] of [
    ['id', { id: true }],
    ['quantity', { id: '13', quantity: [2] }],
    ['item_data', { id: '13', item_data: 'Hi' }],
    ['variation', { id: '13', variation: 'red' }],
    ['return_item', { id: '13', return_item: 'perhaps' }],
    ['price', { id: '13', price: '-5' }],
    ['price', { id: '13', price: 'cheap' }],
  ] as const) {
    const { status, body } = await shop.add(sent);
    expect(status, JSON.stringify(body)).toBe(400);
    expect(Object.keys(InvalidParam.parse(body).data.params)).toEqual([name]);
  }
});

test('[7 rest_missing_callback_param] names the missing parameter', async () => {
  for (const sent of [{}, { quantity: '1' }]) {
    const { status, body } = await shop.add(sent);
    expect(status).toBe(400);
    expect(MissingParam.parse(body).data.params).toEqual(['id']);
  }
});

test('[7 rest_invalid_json] answers a body that is not JSON', async () => {
  for (const text of ['{"id": "13", ', '{bad', '{"id": "13"}}', '{"id": NaN}']) {
    const { status, body } = await shop.send('POST', '/v2/cart/add-item', { body: text });
    expect(status, text).toBe(400);
    InvalidJson.parse(body);
  }
});

test('[7 codes of a product read] distinguish an unknown id and an unknown SKU; a draft is not found', async () => {
  for (const [reference, code] of [
    ['999999', 'service_product_invalid_id'],
    ['44', 'service_product_invalid_id'],
    ['45', 'service_product_invalid_id'],
    ['no-such-sku', 'service_unknown_product_id'],
  ] as const) {
    const { status, body } = await shop.get(`/v2/products/${reference}`);
    expect(status, reference).toBe(404);
    otherRefusal(code, 404).parse(body);
  }
});

test('[7 codes of adding a simple product] each has its status and changes nothing', async () => {
  const key = cartKey(await shop.add({ id: '13' }));
  const before = await shop.get('/v2/cart', { key });
  for (const [sent, code, expected] of refusedAdds) {
    const { status, body } = await shop.add(sent, { key });
    expect(status, JSON.stringify({ sent, body })).toBe(expected);
    otherRefusal(code, expected).parse(body);
  }
  expect((await shop.get('/v2/cart', { key })).body).toEqual(before.body);
});

test('[7 codes of adding a simple product] stock and individual sale include the quantity in the cart', async () => {
  const tooMany = await shop.add({ id: '35', quantity: '6' });
  expect(stockRefusal('service_not_enough_in_stock').parse(tooMany.body).data).toMatchObject({
    requested: 6,
    in_cart: 0,
    available: 5,
  });
  const key = cartKey(await shop.add({ id: '35', quantity: '4' }));
  const further = await shop.add({ id: '35', quantity: '2' }, { key });
  expect(stockRefusal('service_not_enough_stock_remaining').parse(further.body).data).toMatchObject({
    requested: 2,
    in_cart: 4,
    available: 5,
  });
  await shop.add({ id: '38' }, { key });
  const again = await shop.add({ id: '38' }, { key });
  otherRefusal('service_product_sold_individually', 403).parse(again.body);
});

/** Requests with invalid options, and products that cannot be added: request, code, status. */
const refusedChoices: readonly (readonly [sent: Record<string, unknown>, code: string, status: number])[] = [
  [{ id: '52' }, 'service_no_variation_found', 404],
  [{ id: '52', variation: { Colour: 'Green', Size: 'M' } }, 'service_no_variation_found', 404],
  [{ id: '54', variation: { Colour: 'Blue' } }, 'service_invalid_variation_data', 400],
  [{ id: '60' }, 'service_missing_variation_data', 400],
  [{ id: '60', variation: { Material: 'Silk' } }, 'service_invalid_variation_data', 400],
  [{ id: '56' }, 'service_product_out_of_stock', 404],
  [{ id: '50' }, 'service_cannot_add_product_type_to_cart', 403],
  [{ id: '13', price: '1.00' }, 'service_price_override_not_allowed', 403],
];

const unknown = '/v2/cart/item/deadbeef';

/** Other requests about a cart that the service refuses. `line` is the item key of product 38. */
const refusedChanges: readonly (readonly [
  method: string,
  path: string,
  sent: object | null,
  code: string,
  status: number,
])[] = [
  ['GET', '/v2/cart/item/0', null, 'service_cart_item_key_required', 404],
  ['GET', unknown, null, 'service_item_not_in_cart', 404],
  ['POST', unknown, { quantity: '1' }, 'service_item_not_in_cart', 404],
  ['DELETE', unknown, null, 'service_item_not_in_cart', 404],
  ['PUT', unknown, null, 'service_item_restored_to_cart', 404],
  ['PUT', 'line', null, 'service_item_restored_to_cart', 405],
  ['POST', 'line', { quantity: '2' }, 'service_can_not_increase_quantity', 405],
  ['POST', 'line', { quantity: 'two' }, 'service_quantity_not_numeric', 405],
  ['POST', 'line', { quantity: '-1' }, 'service_quantity_invalid_amount', 405],
  ['POST', '/v2/cart/update', { quantity: {} }, 'service_update_cart_namespace_error', 404],
  ['POST', '/v2/cart/update', { namespace: 'no' }, 'service_update_cart_no_namespace_error', 404],
];

/** Requests that the service refuses for an empty cart. */
const refusedOfNothing = [
  ['GET', '/v2/cart/items', null, 'service_no_items_in_cart'],
  ['GET', '/v2/cart/items/count?return=html', null, 'service_no_items_in_cart'],
  ['GET', '/v2/cart/totals', null, 'service_cart_totals_empty'],
  ['DELETE', unknown, null, 'service_no_items'],
  ['POST', '/v2/cart/update', { namespace: 'update-cart' }, 'service_cart_empty'],
] as const;

const bodyOf = (sent: object | null) => (sent ? { body: JSON.stringify(sent) } : {});

test('[7 codes of the cart] each has its status and changes nothing', async () => {
  const added = await shop.add({ id: '38' });
  const key = cartKey(added);
  const [line] = Object.keys((added.body as { items: object }).items);
  const before = await shop.get('/v2/cart', { key });
  for (const [sent, code, expected] of refusedChoices) {
    const { status, body } = await shop.add(sent, { key });
    expect(status, JSON.stringify({ sent, body })).toBe(expected);
    otherRefusal(code, expected).parse(body);
  }
  for (const [method, path, sent, code, expected] of refusedChanges) {
    const address = path === 'line' ? `/v2/cart/item/${line}` : path;
    const { status, body } = await shop.send(method, address, { key, ...bodyOf(sent) });
    expect(status, JSON.stringify({ method, path, sent, body })).toBe(expected);
    otherRefusal(code, expected).parse(body);
  }
  expect((await shop.get('/v2/cart', { key })).body).toEqual(before.body);
});

test('[7 codes of the cart] are answered for an unknown cart, too; no cart is created', async () => {
  for (const [method, path, sent, code] of refusedOfNothing) {
    const { status, body } = await shop.send(method, path, bodyOf(sent));
    expect(status, JSON.stringify({ method, path, body })).toBe(404);
    otherRefusal(code, 404).parse(body);
  }
});

test('[7 codes of the cart] a stale revision and a key used twice are refused', async () => {
  const added = await shop.add({ id: '13' }, { headers: { 'Idempotency-Key': 'one' } });
  const key = cartKey(added);
  const again = await shop.add({ id: '14' }, { key, headers: { 'Idempotency-Key': 'one' } });
  expect(again.status).toBe(422);
  otherRefusal('service_idempotency_key_reused', 422).parse(again.body);
  const stale = await shop.add({ id: '14' }, { key, headers: { 'If-Match': '"99"' } });
  expect([stale.status, stale.headers.get('etag')]).toEqual([412, added.headers.get('etag')]);
  otherRefusal('service_revision_mismatch', 412).parse(stale.body);
});

test('[9.1 first segment] is the version, and a path without one is no route', async () => {
  expect((await shop.get('/v2/products/13')).status).toBe(200);
  expect((await shop.get('/v2/cart')).status).toBe(200);
  for (const path of ['/products/13', '/cart', '/v1/nope']) noRoute.parse((await shop.get(path)).body);
});

test('[9.3 unsupported version] is refused on every path, with the supported ones as major.minor', async () => {
  for (const [version, path] of [
    ['v3', '/v3/cart'],
    ['v0', '/v0/products/13'],
    ['v10', '/v10/nope'],
  ] as const) {
    const { status, body } = await shop.get(path);
    expect(status).toBe(400);
    unsupportedVersion(version).parse(body);
  }
});
