import { expect, test } from 'vitest';
import { mongodFixture } from '#testing/engines.ts';
import { FollowedShop, wooCoupon, wooProduct, wooTerm, wooVariation } from './followed-shop.fixture.ts';

const mongod = mongodFixture();

/** Number of random changes of one history. */
const changes = 150;

/** Makes a random change in the shop. */
function change({ data, random }: FollowedShop): void {
  const id = (first: number, count: number) => first + random.below(count);
  const price = () => String(1 + random.below(90));
  const product = id(100, 30);
  const parent = id(200, 6);
  const acts: (() => void)[] = [
    () => data.save('products', wooProduct(product, { regular_price: price() })),
    () =>
      data.save('products', {
        ...wooProduct(product),
        ...data.one('products', product),
        stock_quantity: random.below(9),
      }),
    () => data.save('products', wooProduct(product, { status: random.pick(['draft', 'publish', 'trash']) })),
    () => data.save('products', wooProduct(parent, { type: 'variable', variations: variationsOf(parent) })),
    () =>
      data.one('products', parent) &&
      data.save('variations', wooVariation(id(1_000 + parent * 10, 4), parent, { regular_price: price() })),
    () => data.delete('variations', id(1_000 + parent * 10, 4)),
    () => data.delete('products', product),
    () => data.save('coupons', wooCoupon(id(300, 8), { amount: price(), usage_count: random.below(5) })),
    () => data.delete('coupons', id(300, 8)),
    () => data.save('tags', wooTerm(id(400, 5), { name: random.word(5) })),
    () => data.delete('tags', id(400, 5)),
    () => data.setting('', { name: random.word(6), timezone_string: 'UTC', gmt_offset: 0 }),
  ];
  const variationsOf = (of: number) =>
    data
      .all('variations')
      .filter((one) => one.parent_id === of)
      .map((one) => one.id);
  random.pick(acts)();
}

/** Makes the shop answer badly now and then. */
function disturb({ shop, random, data }: FollowedShop): void {
  shop.trouble = () => {
    const dice = random.below(40);
    if (dice === 0) return { status: 500, body: 'Fatal error' };
    if (dice === 1) return { status: 200, body: '<html><body>A page</body></html>' };
    if (dice === 2) return { status: 429, headers: { 'retry-after': '0' } };
    return dice === 3 ? { waitMs: 5 } : null;
  };
  data.traits.commitDelayS = random.below(30);
}

/** Restores a backup that was made before the last question to the shop, as backups are. */
async function restore(one: FollowedShop, backup: unknown): Promise<void> {
  const { trouble } = one.shop;
  one.shop.trouble = () => null;
  await one.pass(7);
  one.data.restore(backup);
  one.shop.trouble = trouble;
}

const seeds = [1, 2, 3, 4];

test.each(seeds)(
  'the journal way: after random changes and faults both sides are equal, seed %i',
  async (seed) => {
    const url = new URL(mongod.url);
    url.pathname += `-j${seed}`;
    await using one = await FollowedShop.start(url.href, seed);
    disturb(one);
    let backup = one.data.backup();
    for (let count = 0; count < changes; count += 1) {
      change(one);
      const dice = one.random.below(60);
      if (dice === 0) backup = one.data.backup();
      if (dice === 1) await restore(one, backup);
      if (dice === 2) one.restart();
      if (dice < 40) await one.pass(1 + one.random.below(4));
    }
    one.shop.trouble = () => null;
    await one.pass(40);
    one.jump(900);
    await one.pass(40);
    one.jump(900);
    await one.pass(40);
    // A restoration loses more than a fifth of so few records.
    await one.state.write('wanted', { asked: 1, apply: true });
    await one.pass(40);
    expect(await one.differences()).toEqual([]);
  },
  120_000,
);

test.each(seeds)(
  'the reading way: after the readings both sides are equal, seed %i',
  async (seed) => {
    const url = new URL(mongod.url);
    url.pathname += `-r${seed}`;
    await using one = await FollowedShop.start(url.href, seed);
    one.data.traits.hasPlugin = false;
    disturb(one);
    for (let count = 0; count < changes; count += 1) {
      one.data.traits.forgetsDates = one.random.below(4) === 0;
      change(one);
      if (one.random.below(60) === 0) one.restart();
      if (one.random.below(3) === 0) await one.pass(1 + one.random.below(4));
    }
    one.shop.trouble = () => null;
    // Two lists an hour apart for deletions, then the comparison of the night, then what it removes.
    for (const seconds of [900, 3_600, 3_600, 86_400, 3_600, 900]) {
      one.jump(seconds);
      await one.pass(40);
    }
    // Of few records, a fifth is soon exceeded.
    await one.state.write('wanted', { asked: 1, apply: true });
    await one.pass(40);
    expect(await one.differences()).toEqual([]);
  },
  120_000,
);
