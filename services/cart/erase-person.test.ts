import { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { redisFixture } from '#platform/testing/engines.ts';
import { erasureOperations } from './erase-person.ts';
import { putCart } from './sessions.fixture.ts';
import { CartStore } from './store/cart-store.ts';
import { SessionIndex } from './store/session-index.ts';

const engine = redisFixture();
const context = { requestId: 'test', deadline: Number.MAX_SAFE_INTEGER, claim: null };

test('a person’s cart goes, and guests’ carts with the address in any case; no other one does', async () => {
  const redis = new Redis(engine.url);
  try {
    const store = new CartStore(redis);
    const index = new SessionIndex(redis);
    const [operation] = erasureOperations({ store, index });
    const guest = (digit: string) => `t_${digit.repeat(32)}`;
    await putCart(store, '42');
    await putCart(store, guest('a'), { email: 'Ann@Shop.example' });
    await putCart(store, guest('b'), { email: 'ann@shop.example' });
    await putCart(store, guest('c'), { email: 'ann@shop.example.org' });
    await putCart(store, '43', { email: 'ann@shop.example' });

    const person = { account: 42, emails: ['ANN@shop.example', 'other@shop.example'] };
    const erase = () => operation?.run({ person }, context);
    expect(await erase()).toEqual({ carts: 3 });
    expect(await erase()).toEqual({ carts: 0 });
    const left = await Promise.all(
      ['42', 'a', 'b', 'c', '43'].map((one) => index.read(one.length > 1 ? one : guest(one))),
    );
    expect(left.map((one) => one?.key ?? null)).toEqual([null, null, null, guest('c'), '43']);
  } finally {
    redis.disconnect();
  }
});
