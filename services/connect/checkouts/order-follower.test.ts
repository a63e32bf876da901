import { afterAll, beforeAll, expect, test } from 'vitest';
import { nobody } from '#contracts/claim.ts';
import { mongodFixture } from '#testing/engines.ts';
import { aLine } from '#testing/gateway/samples.ts';
import { browser, CheckoutShop, cartKey, paidNow, tokenIn } from './checkouts.fixture.ts';

const mongodb = mongodFixture();
let at: CheckoutShop;
let revision = 1_000;
beforeAll(async () => {
  at = await CheckoutShop.start(mongodb.url);
});
afterAll(() => at[Symbol.asyncDispose]());
const opened = () => {
  revision += 1;
  return at.opened({ cart: { revision } });
};
const takenOf = (id: string) => at.taken.filter(({ checkout }) => checkout === id);
const eventsOf = (id: string) =>
  at.events.flatMap((one) => ('checkout' in one.data && one.data.checkout === id ? [one.type] : []));

test('a paid order takes what was ordered out of the cart, and events tell it', async () => {
  const { id } = await opened();
  const order = at.order(id, 'processing', paidNow);
  await at.pass(61);
  expect(await at.state(id)).toBe('paid');
  expect(takenOf(id)).toEqual([
    { cart: cartKey, checkout: id, lines: [{ key: aLine().key, quantity: 2 }], coupons: [], fees: [] },
  ]);
  expect(eventsOf(id)).toEqual(['checkout.begun', 'checkout.placed', 'checkout.paid']);
  const { cartKey: key, handed, open, askAt, order: noted } = await at.stored(id);
  expect([key, handed, open, askAt, noted]).toEqual([null, null, null, null, order]);
});

test('bank transfer and cash on delivery are placed long before they are paid', async () => {
  for (const [before, after] of [
    ['on-hold', 'processing'],
    ['processing', 'completed'],
  ] as const) {
    const { id } = await opened();
    const order = at.order(id, before);
    await at.pass(61);
    expect([await at.state(id), takenOf(id).length]).toEqual(['placed', 1]);
    at.setOrder(order, { status: after, ...paidNow });
    await at.follower.changed([order]);
    await at.pass(1);
    expect([await at.state(id), takenOf(id).length]).toEqual(['paid', 1]);
    expect(eventsOf(id)).toEqual(['checkout.begun', 'checkout.placed', 'checkout.paid']);
  }
});

test('the journal names an order at once; a lost row is made up for within a minute', async () => {
  const [named, lost] = [await opened(), await opened()];
  const order = at.order(named.id, 'processing', paidNow);
  at.order(lost.id, 'processing', paidNow);
  await at.follower.changed([order]);
  expect([await at.state(named.id), await at.state(lost.id)]).toEqual(['paid', 'handed-over']);
  await at.pass(61);
  expect(await at.state(lost.id)).toBe('paid');
});

test('an order of another channel is nobody’s', async () => {
  const before = at.taken.length;
  at.data.save('orders', { id: 9_000, status: 'processing', meta_data: [], line_items: [] });
  await at.follower.changed([9_000, 9_001]);
  expect(at.taken).toHaveLength(before);
});

test('a pending order changes nothing', async () => {
  const { id } = await opened();
  at.order(id, 'pending');
  await at.pass(61);
  expect([await at.state(id), takenOf(id).length]).toEqual(['handed-over', 0]);
});

test('a refused payment ends the checkout; the same browser may try again, and the order is paid', async () => {
  const { id, token } = await opened();
  const order = at.order(id, 'failed');
  await at.pass(61);
  expect([await at.state(id), takenOf(id).length]).toEqual(['failed', 0]);
  await at.handing.take({ token, browser, totals: null });
  expect(await at.state(id)).toBe('handed-over');
  at.setOrder(order, { status: 'processing', ...paidNow });
  await at.follower.changed([order]);
  await at.pass(1);
  expect(eventsOf(id)).toEqual(['checkout.begun', 'checkout.ended', 'checkout.placed', 'checkout.paid']);
});

test('a cancelled order that is paid late is paid', async () => {
  const { id } = await opened();
  const order = at.order(id, 'cancelled');
  await at.pass(61);
  expect([await at.state(id), takenOf(id).length]).toEqual(['cancelled', 0]);
  at.setOrder(order, { status: 'processing', ...paidNow });
  await at.pass(3_601);
  expect([await at.state(id), takenOf(id).length]).toEqual(['paid', 1]);
});

test('a refund changes nothing here', async () => {
  const { id } = await opened();
  const order = at.order(id, 'processing', paidNow);
  await at.pass(61);
  at.setOrder(order, { status: 'refunded' });
  await at.follower.changed([order]);
  expect([await at.state(id), takenOf(id).length]).toEqual(['paid', 1]);
});

test('an order that is deleted before its payment is cancelled; a paid one stays paid', async () => {
  const [unpaid, bought] = [await opened(), await opened()];
  const first = at.order(unpaid.id, 'on-hold');
  const second = at.order(bought.id, 'processing', paidNow);
  await at.pass(61);
  for (const order of [first, second]) at.data.delete('orders', order);
  await at.follower.changed([first, second]);
  expect([await at.state(unpaid.id), await at.state(bought.id)]).toEqual(['cancelled', 'paid']);
});

test('a shopper who never orders ends after two days; an order afterwards still counts', async () => {
  const { id } = await opened();
  await at.pass(172_801);
  expect([await at.state(id), takenOf(id).length]).toEqual(['expired', 0]);
  const order = at.order(id, 'processing', paidNow);
  await at.follower.changed([order]);
  expect([await at.state(id), takenOf(id).length]).toEqual(['paid', 1]);
});

test('of two orders of one checkout the paid one counts', async () => {
  const { id } = await opened();
  const [first, second] = [at.order(id, 'failed'), at.order(id, 'pending')];
  await at.pass(61);
  at.setOrder(first, { status: 'processing', ...paidNow });
  await at.follower.changed([second, first]);
  const { state, order } = await at.stored(id);
  expect([state, order, takenOf(id).length]).toEqual(['paid', first, 1]);
});

test('while the cart service is away, the order waits, and is taken out once', async () => {
  const { id } = await opened();
  at.order(id, 'processing', paidNow);
  at.isCartAway = true;
  await at.pass(61);
  const waiting = await at.stored(id);
  expect([waiting.state, waiting.taken, waiting.trouble]).toEqual([
    ...['paid', false, 'what was ordered could not be taken out of the cart'],
  ]);
  at.isCartAway = false;
  at.restart();
  await at.pass(61);
  await at.pass(61);
  expect([(await at.stored(id)).taken, takenOf(id).length]).toEqual([true, 1]);
});

test('until what was ordered is out of the cart, another begin finds the order and gives no link', async () => {
  const { id } = await opened();
  at.order(id, 'on-hold');
  at.isCartAway = true;
  await at.pass(61);
  const again = await at.begin({ cart: { revision } });
  expect([again.checkout.id, again.url, again.checkout.state]).toEqual([id, null, 'placed']);
  at.isCartAway = false;
  await at.pass(61);
  const next = await at.begin({ cart: { revision } });
  expect(next.checkout.id).not.toBe(id);
  expect(tokenIn(next.url)).toHaveLength(43);
});

test('while the shop is away, checkouts say so, and go on when it is back', async () => {
  const { id } = await opened();
  at.order(id, 'processing', paidNow);
  at.shop.trouble = () => ({ status: 500, body: 'no database' });
  await at.pass(61);
  expect((await at.stored(id)).trouble).toContain('500');
  at.shop.trouble = () => null;
  await at.pass(61);
  expect([await at.state(id), (await at.stored(id)).trouble]).toEqual(['paid', '']);
});

test('an order that cannot be read delays nobody else', async () => {
  const [bad, good] = [await opened(), await opened()];
  at.order(bad.id, 'processing', { line_items: 'broken', ...paidNow });
  at.order(good.id, 'processing', paidNow);
  await at.pass(61);
  expect(await at.state(good.id)).toBe('paid');
});

test('events wait while the stream is away', async () => {
  const { id } = await opened();
  at.isStreamAway = true;
  await expect(at.pass(1)).rejects.toThrow();
  at.isStreamAway = false;
  await at.pass(1);
  expect(eventsOf(id)).toEqual(['checkout.begun']);
});

test('the quantities are those of the order, not those of the cart', async () => {
  const { id } = await opened();
  const lines = [{ quantity: 1, meta_data: [{ key: '_cartwright_line', value: aLine().key }] }];
  at.order(id, 'processing', { ...paidNow, line_items: lines });
  await at.pass(61);
  expect(takenOf(id)[0]?.lines).toEqual([{ key: aLine().key, quantity: 1 }]);
});

test('a person is erased with all checkouts', async () => {
  const claim = { ...nobody, kind: 'customer', account: 77, cart: '77' } as const;
  const { checkout } = await at.begin({
    cart: { revision: 1 },
    claim,
    email: 'Eve@example.org',
  });
  expect(await at.store.erase({ account: 1, emails: ['eve@example.org'] })).toBe(1);
  expect(await at.store.read(checkout.id)).toBe(null);
});
