import { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { redisFixture } from '#testing/engines.ts';
import { decodeState, encodeState } from '../model/state.ts';
import { CartStore } from '../store/cart-store.ts';
import { SessionIndex } from '../store/session-index.ts';
import { TransferStore } from '../store/transfer-store.ts';
import { erasureOperations } from './erase-person.ts';
import { putCart } from './sessions.fixture.ts';

const engine = redisFixture();
const context = { requestId: 'test', deadline: Number.MAX_SAFE_INTEGER, claim: null };

test('a person’s cart and guests’ carts with the e-mail in any case are deleted, and no others', async () => {
  const redis = new Redis(engine.url);
  try {
    const store = new CartStore(redis);
    const index = new SessionIndex(redis);
    const transferStore = new TransferStore(redis);
    const [operation] = erasureOperations({ store, transferStore, index });
    const guest = (digit: string) => `t_${digit.repeat(32)}`;
    await putCart(store, '42');
    await putCart(store, guest('a'), { email: 'Ann@Shop.example' });
    await putCart(store, guest('b'), { email: 'ann@shop.example' });
    await putCart(store, guest('c'), { email: 'ann@shop.example.org' });
    await putCart(store, '43', { email: 'ann@shop.example' });

    // Begins a transfer that is not completed.
    const beginTransfer = async (from: string, to: string) => {
      await putCart(store, from);
      const held = await store.read(from);
      const state = encodeState({
        ...decodeState(held.state),
        moving: { to, id: 'a-transfer', done: false },
      });
      const beginning = { lifetimeMs: 60_000, deadline: Date.now() + 60_000, event: '{}' };
      expect(await transferStore.begin(from, { from: held, state, ...beginning })).toBe(true);
    };
    await beginTransfer(guest('d'), '42');
    await beginTransfer(guest('e'), '43');

    const person = { account: 42, emails: ['ANN@shop.example', 'other@shop.example'] };
    const erase = () => operation?.run({ person }, context);
    expect(await erase()).toEqual({ carts: 4 });
    expect(await erase()).toEqual({ carts: 0 });
    const left = await Promise.all(
      ['42', 'a', 'b', 'c', 'd', 'e', '43'].map((one) => index.read(one.length > 1 ? one : guest(one))),
    );
    const keys = left.map((one) => one?.key ?? null);
    expect(keys).toEqual([null, null, null, guest('c'), null, guest('e'), '43']);
  } finally {
    redis.disconnect();
  }
});
