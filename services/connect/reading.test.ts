import { afterEach, beforeEach, expect, test } from 'vitest';
import { mongodFixture } from '#testing/engines.ts';
import { FollowedShop, wooCoupon, wooProduct, wooTerm, wooVariation } from './followed-shop.fixture.ts';

const mongod = mongodFixture();
let one: FollowedShop;
let count = 0;
beforeEach(async () => {
  const url = new URL(mongod.url);
  count += 1;
  url.pathname += `-${count}`;
  one = await FollowedShop.start(url.href);
  one.data.traits.hasPlugin = false;
  one.data.save('categories', wooTerm(1));
  for (let id = 10; id < 20; id += 1) one.data.save('products', wooProduct(id));
  one.data.save('products', wooProduct(20, { type: 'variable', variations: [] }));
  one.data.save('variations', wooVariation(21, 20));
  one.data.save('coupons', wooCoupon(30));
  await one.pass(30);
});
afterEach(() => one[Symbol.asyncDispose]());

const product = (id: number) =>
  one.catalogue.of('products').get(id) as
    | { prices: { regular: number }; stock: { quantity: number }; variations: { prices: object }[] }
    | undefined;

test('the first contact compares the whole shop, and then reads by date', async () => {
  expect(await one.differences()).toEqual([]);
  expect(await one.state.read('mode')).toBe('reading');
});

test('the first comparison fills the catalogue before whole lists are read', async () => {
  await one.pass(60);
  const firstOf = (part: string) =>
    one.shop.asked.findIndex((path) => decodeURIComponent(path).includes(part));
  expect(firstOf('include=10,11')).toBeGreaterThan(0);
  expect(firstOf('_fields=id,parent_id,status,stock')).toBeGreaterThan(firstOf('include=10,11'));
});

test('a change of a product, a variation or by an order is here within 20 seconds', async () => {
  one.data.save('products', wooProduct(10, { regular_price: '12' }));
  one.data.save('variations', wooVariation(21, 20, { regular_price: '13' }));
  one.data.quietly('products', wooProduct(11, { stock_quantity: 1 }));
  one.data.save('orders', { id: 90, line_items: [{ product_id: 11, variation_id: 0 }] });
  await one.pass(20);
  expect(product(10)?.prices.regular).toBe(1_200);
  expect(product(20)?.variations).toMatchObject([{ prices: { regular: 1_300 } }]);
  expect(product(11)?.stock.quantity).toBe(1);
  expect(await one.differences()).toEqual([]);
});

test('a product in the trash goes within 20 seconds', async () => {
  one.data.save('products', wooProduct(10, { status: 'trash' }));
  await one.pass(20);
  expect(product(10)).toBeUndefined();
});

test('coupons, terms and settings are here within six minutes, though their changes set no date', async () => {
  one.data.quietly('coupons', wooCoupon(30, { amount: '25' }));
  one.data.quietly('categories', wooTerm(1, { name: 'Mugs' }));
  one.data.setting('', { name: 'Another name', timezone_string: 'UTC', gmt_offset: 0 });
  await one.pass(360);
  expect(await one.differences()).toEqual([]);
  expect(one.catalogue.settings.title).toBe('Another name');
});

test('stock and prices that changed without a date are here after an hour', async () => {
  await one.pass(30);
  one.data.quietly('products', wooProduct(10, { regular_price: '99' }));
  one.jump(3_600);
  await one.pass(60);
  expect(product(10)?.prices.regular).toBe(9_900);
});

test('a question by date that failed is asked again after five seconds', async () => {
  await one.pass(60);
  let failed = 0;
  one.shop.trouble = (path) => {
    if (failed > 0 || !path.includes('modified_after')) return null;
    failed += 1;
    return { status: 500 };
  };
  one.data.save('products', wooProduct(10, { regular_price: '12' }));
  await one.passUntil(() => failed > 0, 20);
  expect(await one.state.read('failure')).not.toBe('');
  expect(await one.passUntil(() => product(10)?.prices.regular === 1_200, 60)).toBeLessThan(8);
});

test.each([1_500, 3_000])(
  'a shop that takes %i ms for an answer is compared as a whole',
  async (answerMs) => {
    await one.pass(60);
    one.answerMs = answerMs;
    one.data.quietly('products', wooProduct(10, { regular_price: '98' }));
    await one.state.write('wanted', { asked: one.now, apply: false });
    await one.pass(answerMs, 5);
    expect(await one.differences()).toEqual([]);
    expect((await one.state.read('comparison'))?.ended).not.toBeNull();
  },
);

test('what is deleted for good goes after two lists an hour apart, not after one', async () => {
  await one.pass(60);
  one.data.loseQuietly('products', 10);
  one.data.loseQuietly('coupons', 30);
  one.jump(3_600);
  await one.pass(60);
  expect(product(10)).toBeDefined();
  expect(one.catalogue.of('coupons').has(30)).toBe(true);
  one.jump(3_600);
  await one.pass(60);
  expect(product(10)).toBeUndefined();
  expect(one.catalogue.of('coupons').has(30)).toBe(false);
});

test('a list that lacks records for a while removes nothing', async () => {
  one.shop.odd = {
    list: 'products?',
    paging: { pageOf: (all, page) => (page === 1 ? all.slice(0, 3) : []) },
  };
  for (let hour = 0; hour < 3; hour += 1) {
    one.jump(3_600);
    await one.pass(40);
  }
  expect(one.catalogue.of('products').size).toBe(11);
  one.shop.odd = null;
  await one.pass(40);
  expect(await one.differences()).toEqual([]);
});

test('before WooCommerce 10.3 a changed variation is found by its product', async () => {
  one.shop.hasAllVariations = false;
  one.restart();
  one.data.save('variations', wooVariation(21, 20, { regular_price: '14' }));
  await one.pass(25);
  expect(product(20)?.variations).toMatchObject([{ prices: { regular: 1_400 } }]);
});

test('the plugin is used once the shop has it', async () => {
  one.data.traits.hasPlugin = true;
  one.jump(300);
  await one.pass(20);
  expect(await one.state.read('mode')).toBe('journal');
  one.data.save('coupons', wooCoupon(30, { amount: '3' }));
  await one.pass(7);
  expect(await one.differences()).toEqual([]);
});

test('a shop that was away for an hour is in step within two minutes, without a comparison', async () => {
  await one.pass(60);
  const compared = (await one.state.read('comparison'))?.begun;
  one.shop.trouble = () => ({ isCut: true });
  one.data.save('products', wooProduct(10, { regular_price: '12' }));
  await one.pass(60);
  one.data.save('variations', wooVariation(21, 20, { regular_price: '13' }));
  one.data.save('products', wooProduct(19, { status: 'trash' }));
  one.jump(1_800);
  await one.pass(60);
  one.data.quietly('products', wooProduct(11, { stock_quantity: 1 }));
  one.data.save('orders', { id: 90, line_items: [{ product_id: 11, variation_id: 0 }] });
  one.data.quietly('coupons', wooCoupon(30, { amount: '25' }));
  one.data.quietly('categories', wooTerm(1, { name: 'Mugs' }));
  one.jump(1_800);
  await one.pass(60);
  expect(await one.state.read('failure')).not.toBe('');
  expect(one.behindSeconds.get('products')).toBeGreaterThan(3_600);
  expect(product(10)?.prices.regular).toBe(1_000);

  one.shop.trouble = () => null;
  await one.pass(120);
  expect(await one.differences()).toEqual([]);
  expect(product(10)?.prices.regular).toBe(1_200);
  expect(product(19)).toBeUndefined();
  expect(await one.state.read('failure')).toBe('');
  expect(one.behindSeconds.get('products')).toBeLessThan(20);
  expect((await one.state.read('comparison'))?.begun).toBe(compared);
});
