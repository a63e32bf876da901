import { expect, test } from 'vitest';
import type { CartsDeps } from '../../services/cart/carts/carts.ts';
import { withoutStacks } from './no-stacks.ts';
import { givenSeed } from './seed.ts';
import type { Mutation } from './shop.ts';
import { type Made, SimulatedRedis } from './simulated-redis.ts';
import { runTransferSchedule } from './transfer-schedule.ts';

withoutStacks();

/**
 * `all`: number of random simulations in a test run. `most`: maximum number of simulations until the test detects a
 * mutation, which is a deliberate fault in the code.
 */
const all = 500;
const most = 500;

/** Returns the first schedule with a fault as text; null if no schedule has a fault. */
async function counterexample(count: number, mutation: Mutation = {}, tally = { brought: 0, fresh: 0 }) {
  const from = givenSeed() ?? 0;
  for (let seed = from; seed < from + count; seed += 1) {
    const { faults, wasBrought, wasFresh } = await runTransferSchedule(seed, mutation);
    if (faults.length > 0) return `schedule ${seed}: ${faults.join(', ')}`;
    tally.brought += wasBrought ? 1 : 0;
    tally.fresh += wasFresh ? 1 : 0;
    if (seed % 500 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  return null;
}

test('a crash before any command loses no addition, and each addition is done once', async () => {
  const tally = { brought: 0, fresh: 0 };
  expect(await counterexample(all, {}, tally)).toBeNull();
  expect(tally.brought).toBeGreaterThan(all / 2);
  expect(tally.fresh).toBeGreaterThan(all / 20);
}, 600_000);

/** Returns a mutation that changes stored states. */
const withStates = (change: (state: string) => string): Mutation => ({
  carts: (deps: CartsDeps) => {
    const { store } = deps;
    const other = {
      read: store.read.bind(store),
      renew: store.renew.bind(store),
      remember: store.remember.bind(store),
      commit: (key: string, commit: Parameters<typeof store.commit>[1]) =>
        store.commit(key, { ...commit, state: change(commit.state) }),
    };
    return { ...deps, store: other };
  },
});

/** A faulty Redis: it marks a cart as being in transfer even if the cart has changed since the read. */
const blindMark: Mutation = {
  redis: (now, made: (made: Made) => void) =>
    new (class extends SimulatedRedis {
      override beginTransfer(keys: readonly string[], args: readonly (string | number)[]): 0 | 1 {
        const [revision] = this.read(keys.slice(0, 1));
        return super.beginTransfer(keys, args.with(0, Number(revision)));
      }
    })(now, made),
};

test.each([
  [
    'a transfer is not recorded',
    withStates((state) => JSON.stringify({ ...JSON.parse(state), transfers: [] })),
  ],
  ['a cart is marked although it has changed', blindMark],
  [
    "a guest's cart ends before the customer's cart has its items",
    {
      transfers: (deps) => ({
        ...deps,
        carts: {
          change: async (...asked) => {
            const [take] = asked[1].changes;
            const from = take?.kind === 'take-over' ? take.from : '';
            const held = await deps.store.read(from);
            const mark = JSON.stringify({
              ...JSON.parse(held.state),
              moving: { to: '7', id: '', done: true },
            });
            await deps.transferStore.end(from, held, mark, 1_000_000, '7');
            return deps.carts.change(...asked);
          },
        },
      }),
    },
  ],
] satisfies (readonly [string, Mutation])[])(
  'a fault is found when %s',
  async (_what, mutation) => {
    expect(await counterexample(most, mutation)).not.toBeNull();
  },
  600_000,
);
