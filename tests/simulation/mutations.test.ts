import { expect, test } from 'vitest';
import type { CartsParts } from '../../services/cart/carts.ts';
import { Worlds } from '../../services/cart/worlds.ts';
import { runMany, traced } from './many.ts';
import type { Mutation } from './shop.ts';
import { type Made, SimulatedRedis } from './simulated-redis.ts';

Error.stackTraceLimit = 0;

/** A fault must show itself in so many schedules. */
const most = 3_000;

type Commit = Parameters<CartsParts['store']['commit']>;

/** Carts on a store that does something otherwise. */
const onStore = (change: (store: CartsParts['store']) => Partial<CartsParts['store']>): Mutation => ({
  carts: (parts) => {
    const { store } = parts;
    const same = {
      read: store.read.bind(store),
      commit: store.commit.bind(store),
      renew: store.renew.bind(store),
      remember: store.remember.bind(store),
    };
    return { ...parts, store: { ...same, ...change(same) } };
  },
});

/** An engine that takes another argument in a commit for the one at `index`. */
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

/** Facts of a catalogue that counts nothing. */
class Uncounted extends Worlds {
  readonly #worlds: Worlds;

  constructor(worlds: Worlds) {
    super({ lookUp: () => Promise.reject(new Error('not asked')) }, () => {
      throw new Error('not asked');
    });
    this.#worlds = worlds;
  }

  override of(...question: Parameters<Worlds['of']>) {
    return this.#worlds.of(...question);
  }

  override async forChanges(...question: Parameters<Worlds['forChanges']>) {
    const { world, stale } = await this.#worlds.forChanges(...question);
    const facts = [...world.facts].map(([id, one]) => {
      const stock = one && ({ ...one.stock, managed: false, status: 'instock' } as const);
      return [id, one && stock && { ...one, stock }] as const;
    });
    return { world: { ...world, facts: new Map(facts) }, stale };
  }

  override forView(...question: Parameters<Worlds['forView']>) {
    return this.#worlds.forView(...question);
  }
}

const mutations: Readonly<Record<string, Mutation>> = {
  'a commit that does not look at the revision': withArgument(0, (redis, cart) =>
    Number(redis.read([cart])[0]),
  ),
  'a commit that does not look at the deadline': withArgument(6, () => Number.POSITIVE_INFINITY),
  'a commit that leaves no outcomes': onStore(({ commit }) => ({
    commit: (...[key, asked]: Commit) => commit(key, { ...asked, remembered: [] }),
  })),
  'an answer before the commit, which is then lost': onStore(() => ({
    commit: async (...[, { from, events }]: Commit) => ({
      revision: from.revision + events.length,
      expiresAt: from.expiresAt,
    }),
  })),
  'a commit that is tried again when its reply is lost': onStore(({ commit }) => ({
    commit: (...[key, asked]: Commit) =>
      commit(key, asked).catch(() => commit(key, { ...asked, remembered: [], from: asked.from })),
  })),
  'outcomes of refusals that are not remembered': onStore(() => ({ remember: async () => true })),
  'tries of the gateway with a key each': { forgetsKey: true },
  'stock that is not counted': { carts: (parts) => ({ ...parts, worlds: new Uncounted(parts.worlds) }) },
};

test.each(Object.entries(mutations))('%s is found', async (_name, mutation) => {
  const { counterexample } = await runMany(0, most, mutation);
  expect(counterexample).not.toBeNull();
});

test('a schedule that fails tells all that happened, the same each time', async () => {
  const mutation = mutations['a commit that does not look at the revision'] as Mutation;
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
