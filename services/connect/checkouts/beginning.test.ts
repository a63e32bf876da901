import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nobody } from '#contracts/claim.ts';
import { mongodFixture } from '#testing/engines.ts';
import { aCart } from '#testing/gateway/samples.ts';
import { browser, CheckoutShop, cartKey, otherBrowser, paidNow, tokenIn } from './checkouts.fixture.ts';

const mongodb = mongodFixture();
let at: CheckoutShop;
let revision = 0;
beforeAll(async () => {
  at = await CheckoutShop.start(mongodb.url);
});
afterAll(() => at[Symbol.asyncDispose]());
/** Returns a new revision, so that no test finds the checkout of another one. */
const next = () => {
  revision += 1;
  return { revision };
};
const total = aCart().totals.total;
const refused = (code: string, data: object = {}) => expect.objectContaining({ code, data });

describe('beginning a checkout', () => {
  test('gives a link with a token, and never the key of the cart', async () => {
    const { checkout, url, confirmed, replayed } = await at.begin({ cart: next() });
    expect(url).toMatch(/^https:\/\/shop\.example\/\?wc-ajax=cartwright_checkout&token=[\w-]{43}$/);
    expect([checkout.state, checkout.total, checkout.order]).toEqual(['begun', total, null]);
    expect([confirmed, replayed]).toEqual([true, false]);
    const stored = JSON.stringify(await at.stored(checkout.id));
    expect(stored).not.toContain(tokenIn(url));
  });

  test('of the same cart and revision is the same checkout; both links work', async () => {
    const cart = next();
    const [first, second] = [await at.begin({ cart }), await at.begin({ cart })];
    expect(second.checkout.id).toBe(first.checkout.id);
    for (const { url } of [first, second]) await at.handing.read({ token: tokenIn(url), browser });
  });

  test('at the same time in eight tabs is one checkout', async () => {
    const cart = next();
    const all = await Promise.all(Array.from({ length: 8 }, () => at.begin({ cart })));
    expect(new Set(all.map(({ checkout }) => checkout.id)).size).toBe(1);
    expect(all.filter(({ url }) => url === null)).toEqual([]);
  });

  test('of a later revision ends links of an earlier one that nobody has opened', async () => {
    const first = await at.begin({ cart: next() });
    const second = await at.begin({ cart: next() });
    expect(second.checkout.id).not.toBe(first.checkout.id);
    expect(await at.state(first.checkout.id)).toBe('expired');
    const opening = at.handing.read({ token: tokenIn(first.url), browser });
    await expect(opening).rejects.toEqual(refused('service_checkout_ended'));
  });

  test('repeated with its idempotency key is the same, and another request with this key is refused', async () => {
    const cart = next();
    const first = await at.begin({ cart, key: 'k1' });
    const again = await at.begin({ cart, key: 'k1' });
    expect([again.checkout.id, again.replayed]).toEqual([first.checkout.id, true]);
    const other = at.begin({ cart, key: 'k1', digest: 'other' });
    await expect(other).rejects.toEqual(refused('service_idempotency_key_reused'));
  });

  test('of a cart that was ordered just now waits until what was ordered is out of it', async () => {
    const first = await at.opened({ cart: next() });
    const waiting = at.order(first.id, 'pending');
    const changed = next();
    expect((await at.begin({ cart: changed })).url).not.toBe(null);
    at.setOrder(waiting, { status: 'processing', ...paidNow });
    const cart = next();
    const stored = (await at.store.page(null, 1, 100)).total;
    await expect(at.begin({ cart })).rejects.toMatchObject({ code: 'service_unavailable' });
    expect((await at.store.page(null, 1, 100)).total).toBe(stored);
    await at.pass(0);
    expect(await at.state(first.id)).toBe('paid');
    expect((await at.begin({ cart })).url).not.toBe(null);
  });

  test('with another total than the cart is refused, and stores nothing', async () => {
    const cart = next();
    await expect(at.begin({ cart, total: total + 1 })).rejects.toEqual(
      refused('service_checkout_changed', { total, changes: [] }),
    );
    expect(at.counted.filter((one) => one === 'begun')).toHaveLength(
      (await at.store.page(null, 1, 100)).total,
    );
  });

  test('a cart of somebody else is refused', async () => {
    const claim = { ...nobody, cart: 't_00000000000000000000000000000000000000bb' };
    const begin = at.begin({ cart: { key: cartKey }, claim });
    await expect(begin).rejects.toEqual(refused('service_not_allowed'));
  });
});

describe('when WooCommerce reckons another total', () => {
  const { subtotal: items, discount } = aCart().totals;
  const goods = { items: items + 100, discount, fees: aCart().totals.fees };
  const reckoned = { ...goods, total: total + 100, shipping: 0, tax: 0 };

  test('the next begin is refused until the shopper agrees, and the cause is counted', async () => {
    const cart = next();
    const { checkout, url } = await at.begin({ cart });
    const totals = { ...reckoned, currency: checkout.currency };
    const taken = await at.handing.take({ token: tokenIn(url), browser, totals });
    expect(taken.cause).toBe('items');
    expect(at.counted.at(-1)).toBe('differed by items');
    const data = { total, shop_total: total + 100, cause: 'items' };
    await expect(at.begin({ cart })).rejects.toEqual(refused('service_checkout_total_changed', data));
    const agreed = await at.begin({ cart, total: total + 100 });
    expect([agreed.checkout.id, agreed.checkout.total]).toEqual([checkout.id, total + 100]);
    const again = await at.handing.take({ token: tokenIn(agreed.url), browser, totals });
    expect(again.cause).toBe(null);
  });

  test('another currency is the first cause', async () => {
    const { url } = await at.begin({ cart: next() });
    const totals = { ...reckoned, total, currency: 'XTS' };
    expect((await at.handing.take({ token: tokenIn(url), browser, totals })).cause).toBe('currency');
  });

  test('the link of the shop, which knows no total, is never refused', async () => {
    const cart = next();
    const { url } = await at.begin({ cart });
    await at.handing.take({ token: tokenIn(url), browser, totals: { ...reckoned, currency: 'XTS' } });
    expect((await at.begin({ cart, total: null })).url).not.toBe(null);
  });
});

describe('when WooCommerce does not answer', () => {
  test('before the deadline: the link is given, but not confirmed', async () => {
    at.shop.trouble = (path) => (path.startsWith('wc-cartwright') ? { waitMs: 500 } : null);
    const { confirmed, url } = await at.begin({ cart: next(), withinMs: 300 });
    at.shop.trouble = () => null;
    expect([confirmed, tokenIn(url).length]).toEqual([false, 43]);
  });

  test('but an error: 503, and the next try finds the checkout that is stored', async () => {
    const cart = next();
    at.shop.trouble = () => ({ status: 502, body: '<html>Bad gateway</html>' });
    await expect(at.begin({ cart })).rejects.toMatchObject({ code: 'service_unavailable' });
    at.shop.trouble = () => null;
    const { total: stored } = await at.store.page('begun', 1, 100);
    expect((await at.begin({ cart })).confirmed).toBe(true);
    expect((await at.store.page('begun', 1, 100)).total).toBe(stored);
  });

  test('because it has no plugin that takes checkouts: 404 that says so', async () => {
    at.data.traits.hasPlugin = false;
    await expect(at.begin({ cart: next() })).rejects.toEqual(
      refused('service_checkout_not_configured', { reason: 'plugin' }),
    );
    at.data.traits.hasPlugin = true;
  });
});

test('the account and its e-mail address are handed over, also if the shop has not answered', async () => {
  const claim = { ...nobody, kind: 'customer', account: 14, cart: '14' } as const;
  at.shop.trouble = () => ({ waitMs: 400 });
  const given = { cart: next(), claim, email: 'cem@example.org', withinMs: 300 };
  const { url, confirmed } = await at.begin(given);
  expect(confirmed).toBe(false);
  const { customer } = await at.handing.read({ token: tokenIn(url), browser });
  expect(customer).toEqual({ id: 14, email: 'cem@example.org' });
  at.shop.trouble = () => null;
});

describe('a link', () => {
  test('belongs to the first browser that opens it, which may open it again', async () => {
    const { url, checkout } = await at.begin({ cart: next() });
    const token = tokenIn(url);
    await at.handing.take({ token, browser, totals: null });
    await at.handing.take({ token, browser, totals: null });
    const other = at.handing.take({ token, browser: otherBrowser, totals: null });
    await expect(other).rejects.toEqual(refused('service_checkout_link_used'));
    await expect(at.handing.read({ token, browser: otherBrowser })).rejects.toEqual(
      refused('service_checkout_link_used'),
    );
    const { cart, returnUrl } = await at.handing.read({ token, browser });
    expect([returnUrl, cart.lines.length, await at.state(checkout.id)]).toEqual([
      ...['https://front.example/done', 1, 'handed-over'],
    ]);
  });

  test('that is given out later works in another browser, and the earlier one stays good', async () => {
    const cart = next();
    const { id, token } = await at.opened({ cart });
    const { checkout, url } = await at.begin({ cart });
    expect(checkout.id).toBe(id);
    const later = tokenIn(url);
    await at.handing.take({ token: later, browser: otherBrowser, totals: null });
    await at.handing.read({ token, browser });
    await expect(at.handing.read({ token: later, browser })).rejects.toEqual(
      refused('service_checkout_link_used'),
    );
  });

  test('that two browsers open at the same time belongs to one of them', async () => {
    const token = tokenIn((await at.begin({ cart: next() })).url);
    const takes = [browser, otherBrowser].map((one) =>
      at.handing.take({ token, browser: one, totals: null }),
    );
    const ends = await Promise.allSettled(takes);
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('is over after fifteen minutes, unless a browser has it', async () => {
    const [unused, used] = [await at.begin({ cart: next() }), await at.opened({ cart: next() })];
    await at.pass(901);
    await expect(at.handing.read({ token: tokenIn(unused.url), browser })).rejects.toMatchObject({
      code: expect.stringMatching(/service_checkout_(not_found|ended)/),
    });
    expect(await at.state(unused.checkout.id)).toBe('expired');
    await at.handing.read({ token: used.token, browser });
  });

  test('that is unknown is refused', async () => {
    const read = at.handing.read({ token: 'x'.repeat(43), browser });
    await expect(read).rejects.toEqual(refused('service_checkout_not_found'));
  });

  test('of a placed order is refused', async () => {
    const { id, token } = await at.opened({ cart: next() });
    at.order(id, 'processing', paidNow);
    await at.pass(61);
    const read = at.handing.read({ token, browser });
    await expect(read).rejects.toEqual(refused('service_checkout_ended'));
  });
});
