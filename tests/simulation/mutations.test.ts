import { expect, test } from 'vitest';
import type { CartsDeps } from '../../services/cart/carts/carts.ts';
import type { CommandContext } from '../../services/cart/model/command.ts';
import { runMany, traced } from './many.ts';
import { withoutStacks } from './no-stacks.ts';
import type { Mutation } from './shop.ts';
import { type Made, SimulatedRedis } from './simulated-redis.ts';

withoutStacks();

/** Maximum number of random simulations until the checker detects a mutation, a deliberate fault in the code. */
const most = 3_000;

type Commit = Parameters<CartsDeps['store']['commit']>;

/** Returns a mutation that changes the store. */
const onStore = (change: (store: CartsDeps['store']) => Partial<CartsDeps['store']>): Mutation => ({
  carts: (deps) => {
    const { store } = deps;
    const same = {
      read: store.read.bind(store),
      commit: store.commit.bind(store),
      renew: store.renew.bind(store),
      remember: store.remember.bind(store),
    };
    return { ...deps, store: { ...same, ...change(same) } };
  },
});

/** Returns a mutation that replaces the argument number `index` of the Redis script for commits. */
const withArgument = (
  index: number,
  other: (redis: SimulatedRedis, cart: string) => string | number,
): Mutation => ({
  redis: (now, made: (made: Made) => void) =>
    new (class extends SimulatedRedis {
      override commit(keys: readonly string[], args: readonly (string | number)[]): unknown[] {
        return super.commit(keys, args.with(index, other(this, keys[0] ?? '')));
      }
    })(now, made),
});

/** Returns a mutation that changes the command context. */
const inContext = (change: (commandContext: CommandContext) => Partial<CommandContext>): Mutation => ({
  carts: (deps) => ({
    ...deps,
    contexts: {
      of: deps.contexts.of.bind(deps.contexts),
      forView: deps.contexts.forView.bind(deps.contexts),
      async forChanges(...question) {
        const { context, stale } = await deps.contexts.forChanges(...question);
        return { context: { ...context, ...change(context) }, stale };
      },
    },
  }),
});

/** Returns a map in which `changed` replaces each value except null. */
function mapValues<Key, Value>(
  map: ReadonlyMap<Key, Value | null>,
  changed: (value: Value) => Value,
): Map<Key, Value | null> {
  return new Map([...map].map(([key, value]) => [key, value && changed(value)]));
}

const withoutStock = inContext(({ facts }) => ({
  facts: mapValues(facts, (one) => ({ ...one, stock: { ...one.stock, managed: false, status: 'instock' } })),
}));

const mutations: Readonly<Record<string, Mutation>> = {
  'a commit that does not check the revision': withArgument(0, (redis, cart) =>
    Number(redis.read([cart])[0]),
  ),
  'a commit that does not check the deadline': withArgument(6, () => Number.POSITIVE_INFINITY),
  'a commit that stores no outcomes': onStore(({ commit }) => ({
    commit: (...[key, asked]: Commit) => commit(key, { ...asked, remembered: [] }),
  })),
  'an answer before the commit, which is then lost': onStore(() => ({
    commit: async (...[, { from, events }]: Commit) => ({
      revision: from.revision + events.length,
      expiresAt: from.expiresAt,
      clockOffset: from.clockOffset,
    }),
  })),
  'a commit that is tried again when its reply is lost': onStore(({ commit }) => ({
    commit: (...[key, asked]: Commit) =>
      commit(key, asked).catch(() => commit(key, { ...asked, remembered: [], from: asked.from })),
  })),
  'outcomes of refusals that are not stored': onStore(() => ({ remember: async () => true })),
  'tries of the gateway with a different key each': { forgetsKey: true },
  'stock that is not counted': withoutStock,
  'individual coupons that are combined with others': inContext(({ coupons }) => ({
    coupons: mapValues(coupons, (one) => ({ ...one, individualUse: false })),
  })),
};

test.each(Object.entries(mutations))('the checker detects: %s', async (_name, mutation) => {
  const { counterexample } = await runMany(0, most, mutation);
  expect(counterexample).not.toBeNull();
});

test('a failing schedule prints the same events each time', async () => {
  const mutation = mutations['a commit that does not check the revision'] as Mutation;
  const { counterexample } = await runMany(0, most, mutation);
  const [text, again] = [
    await traced(counterexample?.seed ?? 0, mutation),
    await traced(counterexample?.seed ?? 0, mutation),
  ];
  expect(again).toBe(text);
  expect(text).toContain(`schedule ${counterexample?.seed}`);
  expect(text).toMatch(/reaches replica/);
  expect(text).toContain(counterexample?.faults[0]);
});
