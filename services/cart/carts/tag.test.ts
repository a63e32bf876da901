import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Coupon } from '#contracts/coupons.ts';
import { redisFixture } from '#testing/engines.ts';
import { aCoupon } from '../domain/coupons/coupon.fixture.ts';
import { anItem, commandContextOf, factsOf, store } from '../model/context.fixture.ts';
import { Replicas } from './carts.fixture.ts';
import { tagOf } from './tag.ts';

const engine = redisFixture();
const products = new Map([[13, factsOf()]]);
let replicas: Replicas;

beforeAll(async () => {
  replicas = new Replicas(engine.url, products);
  for (let count = 0; count < 2; count += 1) await replicas.start();
});
afterAll(() => replicas.close());

const context = () => ({ requestId: 'test', deadline: Date.now() + 30_000, claim: null });
const key = 't_a-cart-with-a-tag';
const reading = (at: number) => replicas.carts[at]?.reading(key, context());
const tagAt = async (at: number) => (await reading(at))?.tag();

test('a tag is the same for every replica, and another after a change of the cart or of a product', async () => {
  const add = () =>
    replicas.carts[0]?.change(
      key,
      {
        conditions: null,
        changes: [{ kind: 'add-item', item: anItem(), email: null, phone: null }],
        together: null,
      },
      context(),
    );
  const tags = [await tagAt(0)];
  for (const change of [add, add, async () => products.set(13, factsOf({ price: 1_900 }))]) {
    await change();
    const tag = await tagAt(0);
    expect(await tagAt(1)).toBe(tag);
    expect(tags).not.toContain(tag);
    tags.push(tag);
  }
});

test('the view is made from nothing that the tag does not contain, except revision and times', async () => {
  const { facts, coupons, settings } = commandContextOf([factsOf()]);
  const tags = new Set<string>();
  const coupon: Coupon = aCoupon();
  for (const one of [
    { facts, coupons, settings },
    { facts: new Map([[13, factsOf({ name: 'Cup' })]]), coupons, settings },
    { facts: new Map([[13, null]]), coupons, settings },
    { facts, coupons: new Map([['ten', coupon]]), settings },
    { facts, coupons: new Map([['ten', { ...coupon, amount: coupon.amount + 1 }]]), settings },
    { facts, coupons: new Map([['ten', null]]), settings },
    { facts, coupons, settings: { ...store, dimensionUnit: 'in' } },
  ] as const) {
    tags.add(tagOf(key, 'state', one));
  }
  tags.add(tagOf(key, 'another state', { facts, coupons, settings }));
  tags.add(tagOf('t_another-cart-key', 'state', { facts, coupons, settings }));
  expect(tags.size).toBe(9);
});
