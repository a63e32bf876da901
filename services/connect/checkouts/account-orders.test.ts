import { afterAll, beforeAll, expect, test } from 'vitest';
import { nobody } from '#contracts/claim.ts';
import { ShopClient } from '#platform/woocommerce/client.ts';
import { mongodFixture } from '#testing/engines.ts';
import { AccountOrders } from './account-orders.ts';
import { CheckoutShop, paidNow } from './checkouts.fixture.ts';
import { Customers } from './customers.ts';
import { ShopOrders } from './shop-orders.ts';

const mongodb = mongodFixture();
let at: CheckoutShop;
let orders: AccountOrders;
beforeAll(async () => {
  at = await CheckoutShop.start(mongodb.url);
  const address = { url: at.shop.url, ...at.shop.key };
  const client = new ShopClient(address, { timeoutMs: 2_000, pausesMs: [] });
  const customers = new Customers(new ShopOrders(client));
  orders = new AccountOrders({ client, store: at.store, customers, decimals: async () => 2 });
  at.data.save('customers', { id: 12, email: 'ann@example.org' });
  at.data.save('customers', { id: 13, email: 'somebody.else@example.org' });
});
afterAll(() => at[Symbol.asyncDispose]());

const by = (account: number) => {
  const claim = { ...nobody, kind: 'customer', account, cart: String(account) } as const;
  return { requestId: 'test', deadline: Date.now() + 30_000, claim };
};
const page = { page: 1, perPage: 10 };
const member = { key: '_hidden', value: 'secret', display_key: '_hidden', display_value: 'secret' };
const whole = {
  ...{ number: '0371', status: 'pending', currency: 'EUR', customer_id: 12, total: '45.90' },
  ...{
    total_tax: '7.33',
    discount_total: '0',
    shipping_total: '4.10',
    date_created_gmt: '2026-06-01T12:00:00',
  },
  ...{ needs_payment: true, payment_url: 'https://shop.example/pay/371', payment_method_title: 'Bank' },
  ...{ customer_ip_address: '192.0.2.1', order_key: 'wc_order_secret', cart_hash: 'x' },
  billing: { first_name: 'Ann', email: 'ann@example.org' },
  fee_lines: [{ total: '2.50' }],
  meta_data: [{ key: '_note', value: 'secret' }],
  line_items: [
    {
      ...{ product_id: 7, name: 'Cap', quantity: 2, total: '31.97', total_tax: '7.33' },
      meta_data: [member, { key: 'engraving', value: 'A &amp; B', display_key: 'Engraving' }],
    },
  ],
};

test('an order has what its customer may see, in minor units, and no key or hidden meta', async () => {
  at.data.save('orders', { id: 371, ...whole });
  const order = await orders.read({ email: 'Ann@example.org', id: 371 }, by(12));
  expect(order).toMatchObject({
    ...{ id: 371, number: '0371', status: 'pending', paidAt: null, currency: 'EUR', minorUnit: 2 },
    totals: { total: 4_590, discount: 0, shipping: 410, tax: 733, fees: 250 },
    ...{ paymentMethod: 'Bank', paymentUrl: 'https://shop.example/pay/371' },
    lines: [{ name: 'Cap', quantity: 2, total: 3_197, meta: [{ label: 'Engraving', value: 'A & B' }] }],
  });
  expect(JSON.stringify(order)).not.toMatch(/secret|192\.0\.2\.1/);
});

test('an account whose id is another customer’s sees none of the orders of that customer', async () => {
  at.data.save('orders', { id: 372, ...whole, customer_id: 13 });
  const read = orders.read({ email: 'eve@example.org', id: 372 }, by(13));
  await expect(read).rejects.toMatchObject({ code: 'service_order_not_found' });
  expect(await orders.list({ email: 'eve@example.org', ...page }, by(13))).toEqual({ orders: [], total: 0 });
});

test('an account that is no customer there sees the orders that it began here', async () => {
  const claim = by(99).claim;
  const { id } = await at.opened({ claim, email: 'new@example.org' });
  const order = at.order(id, 'processing', paidNow);
  await at.pass(61);
  const given = { email: 'new@example.org' };
  expect((await orders.list({ ...given, ...page }, by(99))).orders.map((one) => one.id)).toEqual([order]);
  expect((await orders.read({ ...given, id: order }, by(99))).id).toBe(order);
  const others = orders.read({ ...given, id: 371 }, by(99));
  await expect(others).rejects.toMatchObject({ code: 'service_order_not_found' });
});

test('a list is remembered for half a minute', async () => {
  const ask = () => orders.list({ email: 'ann@example.org', ...page }, by(12));
  await ask();
  const asked = at.shop.asked.length;
  await ask();
  expect(at.shop.asked).toHaveLength(asked);
});

test('without a customer the orders are refused; while the shop is away they are unavailable', async () => {
  const guest = { requestId: 'test', deadline: Date.now() + 1_000, claim: nobody };
  await expect(orders.list({ email: 'x@example.org', ...page }, guest)).rejects.toMatchObject({
    code: 'service_access_my_account_denied',
  });
  at.shop.trouble = () => ({ status: 500 });
  const away = orders.list({ email: 'ann@example.org', ...page, page: 2 }, by(12));
  await expect(away).rejects.toMatchObject({ code: 'service_unavailable' });
  at.shop.trouble = () => null;
});
