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
  one.data.save('categories', wooTerm(1));
  one.data.save('products', wooProduct(10, { categories: [{ id: 1, name: 'Term 1', slug: 'term-1' }] }));
  one.data.save('products', wooProduct(11, { type: 'variable', variations: [] }));
  one.data.save('variations', wooVariation(12, 11));
  one.data.save('coupons', wooCoupon(20));
  await one.pass(40);
});
afterEach(() => one[Symbol.asyncDispose]());

const product = (id: number) =>
  one.catalogue.of('products').get(id) as
    | { prices: { regular: number }; categories: { name: string }[]; variations: object[] }
    | undefined;

test('the first contact compares the whole shop', async () => {
  expect(await one.differences()).toEqual([]);
  expect(product(11)?.variations).toHaveLength(1);
  expect(one.catalogue.of('coupons').size).toBe(1);
  expect(await one.state.read('mode')).toBe('journal');
  expect((await one.state.read('comparison'))?.ended).not.toBeNull();
});

test('a change in the shop is here within seven seconds, and nothing else is written', async () => {
  const before = one.catalogue.writes;
  one.data.save('products', wooProduct(10, { regular_price: '12' }));
  await one.pass(7);
  expect(product(10)?.prices.regular).toBe(1_200);
  expect(one.catalogue.writes).toBe(before + 1);
});

test('without a change, nothing is read and nothing is written', async () => {
  // Until the plugin repeats no rows any more.
  await one.pass(70);
  const [before, asked] = [one.catalogue.writes, one.shop.asked.length];
  await one.pass(20);
  expect(one.catalogue.writes).toBe(before);
  expect(one.shop.asked.slice(asked).filter((path) => !path.startsWith('wc-cartwright/v1/changes'))).toEqual(
    [],
  );
});

test.each(['products', 'coupons', 'categories'] as const)(
  'what is deleted for good in %s goes',
  async (name) => {
    const id = { products: 11, coupons: 20, categories: 1 }[name];
    one.data.delete(name, id);
    await one.pass(7);
    expect(one.catalogue.of(name).has(id)).toBe(false);
    expect(await one.differences()).toEqual([]);
  },
);

test('a product in the trash goes, and comes back with its variations', async () => {
  const record = one.data.one('products', 11) ?? wooProduct(11);
  one.data.save('products', { ...record, status: 'trash' });
  await one.pass(7);
  expect(product(11)).toBeUndefined();
  one.data.save('products', record);
  await one.pass(7);
  expect(product(11)?.variations).toHaveLength(1);
});

test('the products of a renamed category show its new name', async () => {
  one.data.save('categories', wooTerm(1, { name: 'Mugs' }));
  const record = one.data.one('products', 10) ?? wooProduct(10);
  one.data.traits.forgetsDates = true;
  one.data.quietly('products', { ...record, categories: [{ id: 1, name: 'Mugs', slug: 'term-1' }] });
  await one.pass(7);
  expect(product(10)?.categories).toMatchObject([{ name: 'Mugs' }]);
});

test('a page that cannot be read concerns only its records, which are named and read later', async () => {
  one.shop.trouble = (path) =>
    path.includes('wc/v3/products?') ? { status: 200, body: '<html>A plugin failed</html>' } : null;
  one.data.save('products', wooProduct(10, { regular_price: '13' }));
  one.data.save('coupons', wooCoupon(20, { amount: '30' }));
  await one.pass(7);
  expect(one.catalogue.of('coupons').get(20)).toMatchObject({ amount: 300_000 });
  const [waiting] = await one.tasks.oldest(5);
  expect(waiting).toMatchObject({ kind: 'products', id: 10 });
  expect(waiting?.reason).toContain('A plugin failed');
  expect(one.behindSeconds.get('products')).toBeGreaterThan(one.behindSeconds.get('coupons') ?? 0);
  one.shop.trouble = () => null;
  await one.pass(80);
  expect(product(10)?.prices.regular).toBe(1_300);
  expect((await one.tasks.backlog(0)).waiting).toBe(0);
});

test('a record that cannot be read does not hold up those that changed with it', async () => {
  one.data.save('products', wooProduct(13, { regular_price: 'dear' }));
  one.data.save('products', wooProduct(10, { regular_price: '14' }));
  await one.pass(7);
  expect(product(10)?.prices.regular).toBe(1_400);
  expect((await one.tasks.oldest(5)).map(({ id, reason }) => [id, reason])).toEqual([
    [13, expect.stringContaining('regular_price')],
  ]);
});

test('products that swap their SKUs do so, also if they are read one after the other', async () => {
  one.data.save('products', wooProduct(14));
  await one.pass(7);
  one.data.save('products', wooProduct(14, { sku: 'new' }));
  one.data.save('products', wooProduct(10, { sku: 'S-14' }));
  await one.pass(90);
  expect(await one.differences()).toEqual([]);
});

test('a restart, a gap in the numbers, and rows that are seen late lose nothing', async () => {
  one.data.traits.commitDelayS = 20;
  one.data.save('products', wooProduct(10, { regular_price: '15' }));
  one.data.save('coupons', wooCoupon(20, { amount: '5' }));
  await one.pass(7);
  one.restart();
  await one.pass(30);
  expect(await one.differences()).toEqual([]);
});

test('a shop that is restored from a backup is compared as a whole', async () => {
  const backup = one.data.backup();
  one.data.save('products', wooProduct(10, { regular_price: '16' }));
  one.data.save('products', wooProduct(15));
  await one.pass(7);
  one.data.restore(backup);
  one.data.save('coupons', wooCoupon(20, { amount: '7' }));
  await one.pass(40);
  expect(await one.differences()).toEqual([]);
});

test('what is here and not in the shop goes, but never more than a fifth without --apply', async () => {
  for (let id = 100; id < 110; id += 1) one.data.save('products', wooProduct(id));
  await one.pass(7);
  for (let id = 100; id < 105; id += 1) one.data.loseQuietly('products', id);
  await one.state.write('wanted', { asked: 1, apply: false });
  await one.pass(40);
  expect((await one.state.read('comparison'))?.held).toEqual({ products: 5 });
  expect(one.catalogue.of('products').has(100)).toBe(true);
  await one.state.write('wanted', { asked: 2, apply: true });
  await one.pass(40);
  expect(one.catalogue.of('products').has(100)).toBe(false);
  expect(await one.differences()).toEqual([]);
});

test('the comparison of the night mends and counts what nobody told', async () => {
  one.mended = 0;
  one.data.quietly('products', wooProduct(10, { regular_price: '17' }));
  await one.pass(40);
  expect(product(10)?.prices.regular).toBe(1_000);
  one.jump(86_400);
  await one.pass(40);
  expect(product(10)?.prices.regular).toBe(1_700);
  expect([one.mended, (await one.state.read('comparison'))?.mended]).toEqual([1, { products: 1 }]);
});

test('a shop is compared, too, where a question takes two seconds of five', async () => {
  one.data.quietly('products', wooProduct(10, { regular_price: '17' }));
  await one.state.write('wanted', { asked: 1, apply: false });
  one.answerMs = 10_000;
  await one.pass(900);
  expect(product(10)?.prices.regular).toBe(1_700);
});

test('while the catalogue or the shop is away nothing is lost', async () => {
  one.catalogue.isAway = true;
  one.data.save('products', wooProduct(10, { regular_price: '18' }));
  await one.pass(20);
  one.catalogue.isAway = false;
  one.shop.trouble = () => ({ status: 503, body: 'maintenance' });
  one.data.save('coupons', wooCoupon(20, { amount: '8' }));
  await one.pass(20);
  expect(await one.state.read('failure')).toContain('503');
  one.shop.trouble = () => null;
  await one.pass(60);
  expect(await one.differences()).toEqual([]);
  expect(await one.state.read('failure')).toBe('');
});

test('a shop that gets plain permalinks, and then the usual ones again, is still followed', async () => {
  for (const isPlain of [true, false]) {
    one.shop.plainPermalinks = isPlain;
    one.data.save('products', wooProduct(10, { regular_price: isPlain ? '20' : '21' }));
    await one.pass(30);
    expect(product(10)?.prices.regular).toBe(isPlain ? 2_000 : 2_100);
  }
});

test('a paused connection reads nothing', async () => {
  await one.state.write('pausedSince', 1);
  const asked = one.shop.asked.length;
  one.data.save('products', wooProduct(10, { regular_price: '19' }));
  await one.pass(20);
  expect(one.shop.asked.length).toBe(asked);
  await one.state.write('pausedSince', null);
  await one.pass(7);
  expect(await one.differences()).toEqual([]);
});

test('five hundred products are here soon, and the shop has most of the time for others', async () => {
  one.answerMs = 500;
  for (let id = 1_000; id < 1_500; id += 1) one.data.save('products', wooProduct(id));
  const asked = one.shop.asked.length;
  const seconds = await one.passUntil(() => one.catalogue.of('products').has(1_499), 60);
  // A thousand need twice this time: less than a minute.
  expect(seconds).toBeLessThan(28);
  const portions = one.shop.asked.slice(asked).filter((path) => !path.startsWith('wc-cartwright'));
  expect(portions.length * 0.5).toBeLessThan(seconds / 3);
  expect(await one.differences()).toEqual([]);
});

test('the records of a burst are handed on while it lasts, the oldest first', async () => {
  one.answerMs = 500;
  for (let id = 1_499; id >= 1_000; id -= 1) one.data.save('products', wooProduct(id));
  await one.passUntil(() => one.catalogue.of('products').has(1_499), 20);
  expect(one.catalogue.of('products').has(1_000)).toBe(false);
});

test('one price does not wait for a burst', async () => {
  one.answerMs = 500;
  for (let id = 1_000; id < 1_500; id += 1) one.data.save('products', wooProduct(id));
  await one.passUntil(() => one.catalogue.of('products').has(1_000), 20);
  one.data.save('products', wooProduct(10, { regular_price: '33' }));
  expect(await one.passUntil(() => product(10)?.prices.regular === 3_300, 60)).toBeLessThanOrEqual(7);
  expect(one.catalogue.of('products').has(1_499)).toBe(false);
});

test('before WooCommerce 10.3, one price does not wait for the variations of many products', async () => {
  one.shop.hasAllVariations = false;
  one.answerMs = 200;
  for (let id = 1_000; id < 1_060; id += 1) {
    one.data.save('products', wooProduct(id, { type: 'variable', variations: [id + 1_000] }));
    one.data.save('variations', wooVariation(id + 1_000, id));
  }
  await one.passUntil(() => one.catalogue.of('products').has(1_000), 20);
  one.data.save('products', wooProduct(10, { regular_price: '33' }));
  expect(await one.passUntil(() => product(10)?.prices.regular === 3_300, 60)).toBeLessThan(9);
  expect(one.catalogue.of('products').has(1_059)).toBe(false);
  await one.pass(120);
  expect(await one.differences()).toEqual([]);
});

test('without visitors the shop is asked every 30 seconds, and at once at the first visit', async () => {
  one.visitedAt = one.now;
  await one.pass(310, 5);
  const asked = one.shop.asked.length;
  await one.pass(60);
  expect(one.shop.asked.length - asked).toBe(2);
  one.data.save('products', wooProduct(10, { regular_price: '34' }));
  await one.pass(1);
  one.visitedAt = one.now;
  await one.pass(2);
  expect(product(10)?.prices.regular).toBe(3_400);
});

test('a shop that is away for an hour is not stormed, and in step within a minute of its return', async () => {
  for (let id = 1_000; id < 1_150; id += 1) one.data.save('products', wooProduct(id));
  one.data.save('coupons', wooCoupon(21));
  const asked = one.shop.asked.length;
  for (const status of [503, 404, 500]) {
    one.shop.trouble = () => ({ status, body: 'maintenance' });
    await one.pass(1_200, 5);
  }
  expect(one.shop.asked.length - asked).toBeLessThan(300);
  one.shop.trouble = () => null;
  await one.pass(60);
  expect(await one.state.read('mode')).toBe('journal');
  expect(await one.differences()).toEqual([]);
  expect((await one.tasks.backlog(0)).waiting).toBe(0);
});

test('while only products cannot be read, few are tried, and all are here a minute after they can be', async () => {
  one.shop.trouble = (path) => (path.includes('wc/v3/products') ? { status: 503 } : null);
  for (let id = 1_000; id < 1_150; id += 1) one.data.save('products', wooProduct(id));
  const asked = one.shop.asked.length;
  await one.pass(3_600, 5);
  expect(one.shop.asked.slice(asked).filter((path) => path.includes('products')).length).toBeLessThan(200);
  one.shop.trouble = () => null;
  await one.pass(60);
  expect(await one.differences()).toEqual([]);
});

test('a record at which the shop fails holds up no others for long', async () => {
  one.shop.trouble = (path) =>
    /[=,/](13|1011)(\D|$)/.test(decodeURIComponent(path)) ? { status: 500 } : null;
  for (let id = 1_000; id < 1_020; id += 1) one.data.save('products', wooProduct(id));
  await one.pass(300, 5);
  expect(one.catalogue.of('products').has(1_019)).toBe(true);
  expect((await one.tasks.oldest(5)).map(({ id }) => id)).toEqual([1_011]);
});

test('a pause that the shop asks for is kept', async () => {
  one.shop.trouble = () => ({ status: 429, headers: { 'retry-after': '300' } });
  await one.pass(7);
  const asked = one.shop.asked.length;
  one.shop.trouble = () => null;
  one.data.save('products', wooProduct(10, { regular_price: '35' }));
  await one.pass(290, 5);
  expect(one.shop.asked.length).toBe(asked);
  await one.pass(40);
  expect(product(10)?.prices.regular).toBe(3_500);
});

test('a shop that updates something asks for ten minutes, and is asked again within one', async () => {
  one.shop.trouble = () => ({ status: 503, headers: { 'retry-after': '600' } });
  await one.pass(7);
  one.shop.trouble = () => null;
  one.data.save('products', wooProduct(10, { regular_price: '36' }));
  expect(await one.passUntil(() => product(10)?.prices.regular === 3_600, 600)).toBeLessThan(60);
});

test('the catalogue is told each minute that the shop is followed, and at once that it is not', async () => {
  const told = one.catalogue.follows;
  expect(told).toBeGreaterThan(0);
  await one.pass(300, 5);
  expect(one.catalogue.follows - told).toBe(5);
  await one.state.write('pausedSince', 1);
  await one.pass(1);
  expect(one.catalogue.follows).toBe(0);
  one.restart();
  await one.pass(120);
  expect(one.catalogue.follows).toBe(0);
  await one.state.write('pausedSince', null);
  await one.pass(1);
  expect(one.catalogue.follows).toBe(1);
});

test('texts and sizes of pictures are here within seven seconds, wherever the pictures are shown', async () => {
  const address = (size: string) => `https://shop.example/${size}.jpg`;
  const picture = (alt: string) => ({ id: 70, src: address('full'), name: 'Mug', alt });
  const sizes = (large: string) => ({
    id: 70,
    media_details: { sizes: { large: { source_url: address(large) } } },
  });
  one.data.save('media', sizes('1024'));
  one.data.save('products', wooProduct(10, { images: [picture('A mug')] }));
  one.data.save('variations', wooVariation(12, 11, { image: picture('A mug') }));
  one.data.save('categories', wooTerm(1, { image: picture('A mug') }));
  await one.pass(7);
  expect(await one.differences()).toEqual([]);
  // WordPress takes the text from the picture, so no date of another record changes.
  one.data.quietly('products', wooProduct(10, { images: [picture('A blue mug')] }));
  one.data.quietly('variations', wooVariation(12, 11, { image: picture('A blue mug') }));
  one.data.quietly('categories', wooTerm(1, { image: picture('A blue mug') }));
  one.data.save('media', sizes('2048'));
  const asked = one.shop.asked.length;
  await one.pass(7);
  const shown = { alt: 'A blue mug', large: address('2048') };
  expect(product(10)).toMatchObject({ images: [shown] });
  expect(product(11)).toMatchObject({ variations: [{ images: [shown] }] });
  expect(one.catalogue.of('categories').get(1)).toMatchObject({ image: { alt: 'A blue mug' } });
  expect(await one.differences()).toEqual([]);
  // A picture that nobody shows costs nothing but the question.
  one.data.save('media', { ...sizes('1024'), id: 71 });
  await one.pass(7);
  // Questions to the plugin have the time in them, which may contain any number.
  const reads = one.shop.asked.slice(asked).filter((path) => !path.startsWith('wc-cartwright'));
  expect(reads.some((path) => path.includes('71'))).toBe(false);
});
