// A file of its own, because these answers need a shop of WooCommerce, for which a stand-in with the demo shop's data is used.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { decimalText } from '#platform/money/text.ts';
import type { ShopData, WooRecord } from '#platform/woocommerce/shop-data.fixture.ts';
import { type Answer, Client, type Sent } from '#testing/client.ts';
import { ConnectedShop, type HandedCheckout } from '#testing/connected-shop.ts';
import { root } from '../../../dev/base/settings.ts';
import { normal } from './normal.ts';

const demoUrl = 'https://kettleandclay.example';
const thanks = `${demoUrl}/thanks`;
const mug = 101;
/** Its price with tax. */
const mugPrice = 1_850;
/** What recordings show instead of values that differ each time. */
const shown = {
  id: 'Zm9yIGV4YW1wbGUgMQ',
  token: '3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  expires: '2026-05-20T09:15:00.000Z',
};
const orderedAt = { date_created_gmt: '2026-05-20T09:03:11', date_paid_gmt: '2026-05-20T09:03:14' };
const place = {
  ...{ first_name: 'Ann', last_name: 'Smit', address_1: 'Oudegracht 1', postcode: '3511 AB' },
  ...{ city: 'Utrecht', country: 'NL', email: 'ann@example.com' },
};

const demo = (file: string) => JSON.parse(readFileSync(join(root, 'examples/demo-shop', file), 'utf8'));

/** Puts the settings of the demo shop and one of its products into a shop. */
function fill(data: ShopData): void {
  for (const group of ['general', 'products', 'tax', 'shipping'])
    data.setting(`wc/v3/settings/${group}`, demo(`settings-${group}.json`));
  data.setting('', demo('site.json'));
  const zones: { id: number; locations: unknown; methods: unknown }[] = demo('shipping-zones.json');
  data.setting('wc/v3/shipping/zones', zones);
  for (const { id, locations, methods } of zones) {
    data.setting(`wc/v3/shipping/zones/${id}/locations`, locations);
    data.setting(`wc/v3/shipping/zones/${id}/methods`, methods);
  }
  for (const rate of demo('taxes.json')) data.save('taxes', rate);
  const products: WooRecord[] = demo('products.json');
  for (const one of products) if (one.id === mug) data.save('products', one);
}

/** Returns a paid order of a cart, in WooCommerce's JSON. */
function orderOf({ lines, totals, minor_unit: unit, billing, shipping }: HandedCheckout): object {
  const [line] = lines;
  const tax = decimalText(2 * mugPrice - totals.items, unit);
  return {
    ...{ status: 'processing', ...orderedAt, billing, shipping, payment_method_title: 'Credit card' },
    line_items: [
      {
        ...{ product_id: line?.product_id, name: line?.name, sku: 'KC-DAWN', quantity: line?.quantity },
        ...{ total: decimalText(totals.items, unit), total_tax: tax },
        meta_data: [{ id: 1, key: '_cartwright_line', value: line?.key }],
      },
    ],
  };
}

/** Repeats a request until its answer is as wanted. */
async function asked(ask: () => Promise<Answer>, holds: (answer: Answer) => boolean): Promise<Answer> {
  for (;;) {
    const answer = await ask();
    if (holds(answer)) return answer;
    await sleep(200);
  }
}

/** Returns the example answers about checkouts and orders, by view: a customer buys, and the plugin asks for the cart. */
export async function recordedPurchase(): Promise<object> {
  await using shop = await ConnectedShop.start(fill, { env: { CORS_ORIGINS: demoUrl } });
  await using client = await Client.of(shop.system);
  const send = async (method: string, path: string, sent: Sent = {}) => {
    const answer = await asked(
      () => client.send(method, path, sent),
      ({ status }) => status !== 503,
    );
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  await asked(
    () => client.send('GET', `/v2/products/${mug}`),
    ({ status }) => status === 200,
  );
  const { email } = place;
  const password = 'a long password';
  await send('POST', '/v2/register', { body: { email, requested_password: password } });
  const { data } = await send('POST', '/v2/login', { body: { username: email, password } });
  const headers = { authorization: `Bearer ${data.jwt_token}` };
  await send('POST', '/v2/cart/add-item', { headers, body: { id: String(mug), quantity: '2' } });
  const cart = await send('POST', '/v2/cart/update', {
    headers,
    body: { namespace: 'update-customer', data: place },
  });
  const total = Math.round(Number(cart.totals.total) * 100);
  const checkout = await send('POST', '/v2/checkout', { headers, body: { total, return_url: thanks } });
  const { body: handOver } = await shop.ask(checkout.url, null);
  const { body: handOverTaken } = await shop.ask(checkout.url, {
    totals: { currency: handOver.currency, ...handOver.totals },
  });
  const order = shop.order(handOver, orderOf(handOver));
  await asked(
    () => client.send('GET', `/v2/checkout/${checkout.id}`, { headers }),
    ({ body }) => body.state === 'paid',
  );
  const orders = await send('GET', '/v2/my-account/orders', { headers });
  const one = await send('GET', `/v2/my-account/orders/${order}`, { headers });
  const replaced = {
    [shop.fake.url]: demoUrl,
    [checkout.id]: shown.id,
    [new URL(checkout.url).searchParams.get('token') ?? '']: shown.token,
    [checkout.expires]: shown.expires,
  };
  return normal({ checkout, handOver, handOverTaken, orders, order: one }, replaced) as object;
}
