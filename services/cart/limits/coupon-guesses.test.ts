import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { CartCommand } from '#contracts/cart-commands.ts';
import { type Claim, nobody } from '#contracts/claim.ts';
import { refusal } from '#platform/errors/errors.ts';
import { redisFixture } from '#testing/engines.ts';
import { CouponGuesses, WriteLimit } from './write-limits.ts';

const engine = redisFixture();
let redis: Redis;
let guesses: CouponGuesses;
beforeAll(() => {
  redis = new Redis(engine.url);
  guesses = new CouponGuesses({
    cart: new WriteLimit(redis, { limit: 10, windowSeconds: 600 }, { name: 'coupons-cart' }),
    client: new WriteLimit(redis, { limit: 25, windowSeconds: 600 }, { name: 'coupons-client' }),
  });
});
afterEach(() => redis.flushall());
afterAll(() => redis.disconnect());

const cart = 't_a-guessed-cart-0001';
const apply: CartCommand = { kind: 'apply-coupon', code: 'x', email: null };
const context = (more: Partial<Claim> = {}) => ({
  requestId: 'test',
  deadline: Date.now() + 30_000,
  claim: { ...nobody, client: 'network-1', ...more } as Claim,
});
const wrong = async (): Promise<never> => {
  throw refusal('service_coupon_not_exist', {});
};
const good = async () => ({});

type Results = { readonly results?: readonly ({ ok: boolean; code?: string } | null)[] };

function guess(
  write: () => Promise<Results>,
  { key = cart, claim = {}, commands = [apply], once = {} } = {},
) {
  const mark = { key: randomUUID(), origin: 'gateway', digest: '', ...once } as const;
  return guesses.during({ key, once: mark, commands }, context(claim), write, ({ results = [] }) => results);
}
const notThere = { code: 'service_coupon_not_exist' };
const tooMany = (limit: number) => ({
  code: 'service_rate_limit_exceeded',
  data: { retry_after: expect.any(Number), limit, window: 600 },
});

test('ten of 150 concurrent wrong codes on one cart are tried', async () => {
  let tried = 0;
  const results = await Promise.allSettled(
    Array.from({ length: 150 }, () =>
      guess(() => {
        tried += 1;
        return wrong();
      }),
    ),
  );
  expect(tried).toBe(10);
  const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
  expect(refused.filter((code) => code === 'service_rate_limit_exceeded')).toHaveLength(140);
  await expect(guess(good)).rejects.toMatchObject(tooMany(10));
  // Commands without a coupon code still succeed in this cart.
  await guess(good, { commands: [{ kind: 'clear' } as CartCommand] });
});

test('a network is limited over all its carts, independently of other networks', async () => {
  for (let n = 0; n < 25; n += 1) {
    await expect(guess(wrong, { key: `t_one-of-its-carts-${n}` })).rejects.toMatchObject(notThere);
  }
  await expect(guess(good, { key: 't_one-of-its-carts-x' })).rejects.toMatchObject(tooMany(25));
  await guess(good, { key: 't_one-of-its-carts-x', claim: { client: 'network-2' } });
});

test('existing codes do not count, whether they are valid for the cart or not', async () => {
  const unfit = async (): Promise<never> => {
    throw refusal('service_unavailable', { retry_after: 1 });
  };
  for (let n = 0; n < 30; n += 1) {
    await guess(good);
    await expect(guess(unfit)).rejects.toMatchObject({ code: 'service_unavailable' });
  }
  expect(await redis.keys('coupons-*')).toEqual([]);
});

test('the wrong codes of several commands count', async () => {
  const results = [{ ok: true }, { ok: false, code: 'service_coupon_not_exist' }, null];
  const commands = [apply, apply, apply, { kind: 'look' } as CartCommand];
  for (let n = 0; n < 7; n += 1) await guess(async () => ({ results }), { commands });
  expect([await redis.zcard(`coupons-cart:${cart}`), await redis.zcard('coupons-client:network-1')]).toEqual([
    7, 7,
  ]);
  await expect(guess(good, { commands: Array<CartCommand>(4).fill(apply) })).rejects.toMatchObject(
    tooMany(10),
  );
  await guess(good, { commands: Array<CartCommand>(3).fill(apply) });
});

test('a repetition counts once, and callers with administrator access are not counted', async () => {
  const once = { key: 'again' };
  for (let n = 0; n < 20; n += 1) await expect(guess(wrong, { once })).rejects.toMatchObject(notThere);
  expect(await redis.zcard(`coupons-cart:${cart}`)).toBe(1);
  const claim = { manages: 'read_write' } as const;
  for (let n = 0; n < 20; n += 1) await expect(guess(wrong, { claim })).rejects.toMatchObject(notThere);
  expect(await redis.zcard(`coupons-cart:${cart}`)).toBe(1);
});
