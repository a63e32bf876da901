import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Cart } from '#contracts/cart.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import { Caller } from '#platform/bus/caller.ts';
import { connectNats } from '#platform/bus/connection.ts';
import { natsFixture, redisFixture } from '#testing/engines.ts';
import { contextsOf, Replicas } from '../carts/carts.fixture.ts';
import type { Carts } from '../carts/carts.ts';
import type { Change } from '../domain/commands.ts';
import { aCoupon } from '../domain/coupons/coupon.fixture.ts';
import { itemKey } from '../domain/rules/line.ts';
import { anItem, factsOf, store } from '../model/context.fixture.ts';
import { bounds, FakeCatalogue } from './catalogue.fixture.ts';
import { CouponsCache } from './coupons-cache.ts';
import { FactsCache } from './facts-cache.ts';

const [redis, nats] = [redisFixture(), natsFixture()];
const catalogue = new FakeCatalogue();
const open: { close(): Promise<void> }[] = [];
const feed = { current: true, number: 1, completeAt: 0 };
let running: Replicas;
let facts: FactsCache;
let coupons: CouponsCache;
let carts: Carts;

/** The first two products are in every cart, the third is in no cart. */
const [mug, bowl, unknown] = [13, 14, 15];
const lineOf = (id: number) => itemKey(id, 0, {}, {});
const add = (id: number): Change => ({
  kind: 'add-item',
  item: anItem({ reference: String(id) }),
  email: null,
  phone: null,
});
const set = (quantity: string): Change => ({
  kind: 'set-quantity',
  lineKey: lineOf(mug),
  quantity,
  variation: null,
  itemData: null,
});

/** A store with one shipping method for all places. */
const shipping: StoreSettings = {
  ...store,
  shippingZones: [
    {
      ...{ id: 0, name: 'Everywhere', order: 0, locations: [] },
      methods: [
        {
          ...{ instanceId: 1, methodId: 'flat_rate', title: 'Flat rate', order: 0, enabled: true },
          settings: { cost: '5.00' },
        },
      ],
    },
  ],
};

let made = 0;
const filledCart = async () => {
  made += 1;
  const key = `t_silent-catalogue-${made}`;
  await change(key, add(mug));
  await change(key, add(bowl));
  return key;
};
const context = (ms: number) => ({ requestId: 'test', deadline: Date.now() + ms, claim: null });
const change = (key: string, asked: Change, ms = 5_000) =>
  carts.change(key, { conditions: null, changes: [asked], together: null }, context(ms));

/** Runs a function while the catalogue receives requests but does not answer. */
async function whileSilent(run: () => Promise<void>): Promise<void> {
  Object.assign(feed, { current: false, completeAt: performance.now() });
  catalogue.hangs = true;
  // After a long silence of the feed, all cached data are stale.
  for (const cache of [facts, coupons]) cache.markAllStale();
  await run();
  catalogue.hangs = false;
  feed.current = true;
}

beforeAll(async () => {
  const connection = await connectNats('cart', { NATS_URL: nats.url }, false);
  open.push(await catalogue.serve(nats.url), connection);
  for (const id of [mug, bowl, unknown]) catalogue.products.set(String(id), factsOf({ id, sku: '' }));
  catalogue.coupons.set('ten', aCoupon());
  const caller = new Caller(connection, 'service');
  [facts, coupons] = [new FactsCache(caller, bounds), new CouponsCache(caller, bounds)];
  for (const cache of [facts, coupons]) cache.follow(feed, { number: 1 });
  running = new Replicas(redis.url, new Map());
  carts = await running.start({ contexts: contextsOf(facts, { coupons, settings: () => shipping }) });
});
afterAll(async () => {
  running.close();
  await Promise.all(open.map((one) => one.close()));
});

const removals: readonly (readonly [string, Change])[] = [
  ['a removal', { kind: 'remove-line', lineKey: lineOf(mug) }],
  ['a quantity of 0', set('0')],
  ['an update to 0', { kind: 'set-quantities', quantities: [{ lineKey: lineOf(mug), quantity: ' 0.0' }] }],
];

test.each(removals)(
  '%s succeeds, and does not wait for the addition of an unknown product',
  async (_name, asked) => {
    const key = await filledCart();
    await whileSilent(async () => {
      const ended: string[] = [];
      const adding = change(key, add(unknown), 1_000).catch((error: unknown) => error);
      const added = adding.then(() => ended.push('addition'));
      const { cart } = await change(key, asked);
      ended.push('removal');
      expect(cart.lines.map((line) => line.productId)).toEqual([bowl]);
      expect(cart.notices).toContainEqual({ kind: 'notice', code: 'data_stale', data: {} });
      expect(await adding).toMatchObject({ code: 'service_unavailable' });
      await added;
      expect(ended).toEqual(['removal', 'addition']);
    });
    expect((await carts.read(key, context(5_000))).lines.map((line) => line.productId)).toEqual([bowl]);
  },
);

test.each([
  ['a quantity', set('2')],
  ['a product', add(mug)],
])('%s is added with stale facts, and the cart is marked as stale', async (_name, asked) => {
  const key = await filledCart();
  await whileSilent(async () => {
    const { cart } = await change(key, asked, 2_000);
    expect(cart.lines.map(({ quantity }) => quantity)).toEqual([2, 1]);
    expect(cart.notices).toContainEqual({ kind: 'notice', code: 'data_stale', data: {} });
  });
});

test('stale facts remove nothing from a cart', async () => {
  const [key, another] = [await filledCart(), await filledCart()];
  const publish = (purchasable: boolean) => {
    catalogue.products.set(String(bowl), factsOf({ id: bowl, sku: '', purchasable }));
    facts.apply({ products: [bowl] });
  };
  publish(false);
  // Waits until the cache sends requests again after the silence.
  const left = async () =>
    expect((await carts.read(another, context(5_000))).lines.map(({ productId }) => productId)).toEqual([
      mug,
    ]);
  await vi.waitFor(left, { timeout: 30_000, interval: 100 });
  publish(true);
  await whileSilent(async () => {
    const { cart } = await change(key, { kind: 'remove-line', lineKey: lineOf(mug) });
    expect(cart.lines.map(({ productId }) => productId)).toEqual([bowl]);
  });
});

const apply: Change = { kind: 'apply-coupon', code: 'ten', email: null };
const addFee: Change = { kind: 'add-fee', name: 'Handling', amount: '1', taxable: false, taxClass: '' };
const otherChanges: readonly (readonly [string, Change, (cart: Cart) => unknown, unknown])[] = [
  ['a coupon is taken off', { kind: 'remove-coupon', code: 'ten' }, ({ coupons: held }) => held, []],
  ['fees are added', addFee, ({ fees }) => fees.map(({ name }) => name), ['Wrap', 'Handling']],
  ['fees are taken off', { kind: 'remove-fees' }, ({ fees }) => fees, []],
  [
    'a rate is chosen',
    { kind: 'choose-rate', rate: 'flat_rate:1', package: null },
    ({ shipping: { packages } }) => packages[0]?.chosenRate,
    'flat_rate:1',
  ],
  [
    'a destination is set',
    { kind: 'set-destination', country: 'NL', state: '', postcode: '', city: '' },
    ({ customer }) => customer.shipping.country,
    'NL',
  ],
];

test.each(otherChanges)('%s with stale facts', async (_name, asked, seen, expected) => {
  const key = await filledCart();
  await change(key, apply);
  await change(key, { ...addFee, name: 'Wrap' } as Change);
  await whileSilent(async () => {
    const { cart } = await change(key, asked, 2_000);
    expect(seen(cart)).toEqual(expected);
  });
});

test('a coupon is applied with stale facts, and none is removed', async () => {
  const [key, another] = [await filledCart(), await filledCart()];
  await change(key, apply);
  catalogue.coupons.delete('ten');
  await whileSilent(async () => {
    expect((await change(another, apply, 2_000)).cart.coupons.map(({ code }) => code)).toEqual(['ten']);
    expect((await carts.read(key, context(2_000))).coupons.map(({ code }) => code)).toEqual(['ten']);
  });
  coupons.apply({ products: [], coupons: ['ten'] });
  const gone = async () => expect((await carts.read(key, context(5_000))).coupons).toEqual([]);
  await vi.waitFor(gone, { timeout: 30_000, interval: 100 });
});
