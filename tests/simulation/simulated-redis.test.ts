import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Seeded } from '#platform/util/seeded.ts';
import { redisFixture } from '#testing/engines.ts';
import { lengthOf } from '#testing/length.ts';
import { CartStore, type StoredCart } from '../../services/cart/store/cart-store.ts';
import { cartKeys, shardOf } from '../../services/cart/store/keys.ts';
import { TransferStore } from '../../services/cart/store/transfer-store.ts';
import { givenSeed } from './seed.ts';
import { SimulatedRedis } from './simulated-redis.ts';

const engine = redisFixture();
const sequences = lengthOf(1_000, 10_000);
const seed = givenSeed() ?? 1;
const hourMs = 3_600_000;
const onceKeys = ['one', 'two', 'three'];
let redis: Redis;

beforeAll(() => {
  redis = new Redis(engine.url);
});
afterAll(() => redis.disconnect());

/** Returns a connection to a simulated engine, with the methods that the stores use. */
function connectionTo(simulated: SimulatedRedis): Redis {
  const split = (count: number, rest: (string | number)[]) =>
    [rest.slice(0, count).map(String), rest.slice(count)] as const;
  return {
    evalsha: async (digest: string, count: number, ...rest: (string | number)[]) =>
      simulated.evalsha(digest, ...split(count, rest)),
    eval: async (source: string, count: number, ...rest: (string | number)[]) =>
      simulated.eval(source, ...split(count, rest)),
  } as unknown as Redis;
}

/** Milliseconds added to deadlines, so that no command misses its deadline on a busy machine. */
const clockOffset = hourMs / 2;
/** A cart that does not exist. */
const none: StoredCart = { revision: 0, state: '', expiresAt: 0, outcomes: [], clockOffset };

/** Returns a time as whole hours from now. Rounding is safe, because no test takes half an hour. */
const hours = (moment: number, now: number) => Math.round((moment - now) / hourMs);

/** One of the two engines, the real Redis or the simulated Redis, with the stores that use this engine. */
interface Side {
  readonly store: CartStore;
  readonly transfers: TransferStore;
  readonly now: () => number;
  /** Called before the first step on a cart. */
  begin(cart: string): void;
  /** Makes the cart and its outcomes expire this number of hours earlier. */
  pass(cart: string, hours: number): Promise<void>;
}

function realSide(): Side {
  return {
    store: new CartStore(redis),
    transfers: new TransferStore(redis),
    now: Date.now,
    begin() {},
    async pass(cart, count) {
      const names = cartKeys(cart);
      for (const name of [names.cart, ...onceKeys.map(names.once)]) {
        const left = await redis.pttl(name);
        if (left > 0) await redis.pexpire(name, Math.max(left - count * hourMs, 0));
      }
    },
  };
}

function simulatedSide(): Side {
  // Hours pass for one cart only, as on the real Redis.
  const ahead = new Map<string, number>();
  let current = '';
  const now = () => Date.now() + (ahead.get(current) ?? 0) * hourMs;
  const connection = connectionTo(new SimulatedRedis(now));
  return {
    store: new CartStore(connection, now),
    transfers: new TransferStore(connection, now),
    now,
    begin(cart) {
      current = cart;
    },
    async pass(cart, count) {
      ahead.set(cart, (ahead.get(cart) ?? 0) + count);
    },
  };
}

/** A step on a store. Returns its result, with times relative to now. */
type Step = (
  side: Side,
  cart: string,
  last: StoredCart | null,
) => Promise<{ result: unknown; held?: StoredCart }>;

function readStep(keys: readonly string[]): Step {
  return async ({ store, now }, cart) => {
    const held = await store.read(cart, keys);
    const { revision, state, expiresAt, outcomes } = held;
    const left = revision === 0 ? null : hours(expiresAt, now());
    return { result: { revision, state, outcomes, left }, held };
  };
}

function commitStep(random: Seeded): Step {
  const [isLate, count, lifetimeHours] = [random.below(8) === 0, 1 + random.below(3), 2 + random.below(4)];
  const isNew = random.below(6) === 0;
  const [state, email] = [random.word(4), random.pick(['', 'a@b.example', 'c@d.example'])];
  const remembered = onceKeys
    .filter(() => random.below(4) === 0)
    .map((key) => ({ key, outcome: random.word(3), keepMs: (1 + random.below(4)) * hourMs }));
  return async ({ store, now }, cart, last) => {
    const from = isNew ? none : (last ?? none);
    const committed = await store.commit(cart, {
      from,
      state,
      lifetimeMs: lifetimeHours * hourMs,
      emailBefore: '',
      email,
      events: Array.from({ length: count }, () => '{}'),
      deadline: now() + (isLate ? -hourMs : hourMs),
      remembered,
    });
    const { revision, expiresAt } = committed ?? {};
    return { result: committed && { revision, expiresAt: hours(expiresAt ?? 0, now()) } };
  };
}

function rememberStep(random: Seeded): Step {
  const keys = onceKeys.filter(() => random.below(2) === 0);
  const remembered = (keys.length > 0 ? keys : ['one']).map((key) => ({
    key,
    outcome: random.word(3),
    keepMs: (1 + random.below(4)) * hourMs,
  }));
  return async ({ store }, cart) => ({ result: await store.remember(cart, remembered) });
}

function renewStep(random: Seeded): Step {
  const [lifetimeHours, renewHours] = [2 + random.below(4), random.below(4) + 0.5];
  return async ({ store, now }, cart) => {
    const end = await store.renew(cart, lifetimeHours * hourMs, renewHours * hourMs);
    return { result: end && hours(end, now()) };
  };
}

/**
 * Returns a step that begins, ends or forgets a transfer of a cart. The step starts from the cart that the most recent
 * read step returned. The result says whether the transfer began, and whether the cart is in transfer after the step.
 */
function transferStep(random: Seeded): Step {
  const [kind, lifetimeHours, isLate] = [random.below(3), 2 + random.below(4), random.below(8) === 0];
  const state = random.word(4);
  return async ({ transfers, now }, cart, last) => {
    const from = last ?? none;
    const deadline = now() + (isLate ? -hourMs : hourMs);
    const begun =
      kind === 0 &&
      (await transfers.begin(cart, {
        from,
        state,
        lifetimeMs: lifetimeHours * hourMs,
        deadline,
        event: '{}',
      }));
    if (kind === 1) await transfers.end(cart, from, state, lifetimeHours * hourMs, '7');
    if (kind === 2) await transfers.forget(cart, from);
    const moving = await transfers.moving(shardOf(cart), -1_000 * hourMs, 10_000);
    return { result: `${begun} ${moving.includes(cart)}` };
  };
}

function passStep(random: Seeded): Step {
  const count = 1 + random.below(3);
  return async (side, cart) => {
    await side.pass(cart, count);
    return { result: count };
  };
}

function someStep(random: Seeded): Step {
  const kind = random.below(12);
  if (kind < 3) return readStep(onceKeys.filter(() => random.below(2) === 0));
  if (kind < 6) return commitStep(random);
  if (kind < 8) return rememberStep(random);
  if (kind < 10) return transferStep(random);
  return kind < 11 ? renewStep(random) : passStep(random);
}

/**
 * Runs the steps and returns the result of each step. Commits and transfers start from the cart that the most recent
 * read step returned. A later step may have changed this cart.
 */
async function run(side: Side, cart: string, steps: readonly Step[]): Promise<unknown[]> {
  const results: unknown[] = [];
  let last: StoredCart | null = null;
  side.begin(cart);
  for (const step of steps) {
    const done = await step(side, cart, last);
    if (done.held) last = { ...done.held, clockOffset };
    results.push(done.result);
  }
  return results;
}

test(`the simulated engine gives the same answers as Redis (seed ${seed})`, async () => {
  const random = new Seeded(seed);
  const [real, simulated] = [realSide(), simulatedSide()];
  const kinds = new Set<string>();
  for (let sequence = 0; sequence < sequences; sequence += 1) {
    // Few carts are used, so that most sequences find data of earlier sequences.
    const cart = `t_conformity-${String(random.below(sequences / 4)).padStart(4, '0')}`;
    const steps = Array.from({ length: 6 + random.below(10) }, () => someStep(random));
    const expected = await run(real, cart, steps);
    expect(await run(simulated, cart, steps), `sequence ${sequence} of ${cart}`).toEqual(expected);
    for (const one of expected) kinds.add(typeof one === 'object' ? String(one === null) : String(one));
  }
  expect([...kinds].sort()).toEqual(
    expect.arrayContaining(['false', 'true', '1', '2', 'true true', 'false true', 'false false']),
  );
}, 600_000);
