import { createHash } from 'node:crypto';
import { sourceOf } from '#platform/redis/scripts.ts';

interface HeldCart {
  readonly revision: number;
  readonly state: string;
  expiresAt: number;
  /** True if this is not a cart, but the mark that Redis stores in place of a transferred cart. */
  readonly isMark?: boolean;
}

/** A commit of the cart service. */
export interface Made {
  readonly cart: string;
  readonly from: number;
  /** `revision`: the last revision of the commit. `count`: the number of revisions. */
  readonly revision: number;
  readonly count: number;
  readonly state: string;
  /** Keys of the stored outcomes, in the order of the writes. */
  readonly once: readonly string[];
}

type Names = readonly string[];
type Arguments = readonly (string | number)[];
type Script = (redis: SimulatedRedis, keys: Names, args: Arguments) => unknown;

/**
 * Simulations of the scripts in `services/cart/store/lua`, by file name. `simulated-redis.test.ts` compares the
 * simulations with the scripts.
 */
const scripts: Readonly<Record<string, Script>> = {
  'read-cart': (redis, keys) => redis.read(keys),
  'commit-cart': (redis, keys, args) => redis.commit(keys, args),
  'renew-cart': (redis, keys, args) => redis.renew(keys, args),
  'remember-outcomes': (redis, keys, args) => redis.remember(keys, args),
  'begin-transfer': (redis, keys, args) => redis.beginTransfer(keys, args),
  'end-transfer': (redis, keys, args) => redis.endTransfer(keys, args),
  'moving-carts': (redis, keys, args) => redis.movingCarts(keys, args),
};

const digestOf = (source: string) => createHash('sha1').update(source).digest('hex');

const byDigest = new Map(
  Object.entries(scripts).map(([name, script]) => {
    const file = new URL(`../../services/cart/store/lua/${name}.lua`, import.meta.url);
    return [digestOf(sourceOf(file)), script] as const;
  }),
);

/**
 * Simulates Redis for the scripts of the cart service. The scores of indexes and the outbox are left out,
 * because no command reads them.
 */
export class SimulatedRedis {
  readonly #now: () => number;
  readonly #carts = new Map<string, HeldCart>();
  readonly #counters = new Map<string, number>();
  readonly #created = new Map<string, Set<string>>();
  /** Carts in transfer with their start times, by the name of the shard's index. */
  readonly #moving = new Map<string, Map<string, number>>();
  readonly #outcomes = new Map<string, { outcome: string; expiresAt: number }>();
  readonly #loaded = new Set(byDigest.keys());
  readonly #made: (made: Made) => void;

  /** `now` returns the time of Redis in Unix milliseconds. `made` is called for every commit. */
  constructor(now: () => number, made: (made: Made) => void = () => {}) {
    this.#now = now;
    this.#made = made;
  }

  /**
   * Runs EVALSHA.
   * @throws Error NOSCRIPT for a script that was not sent after the last restart
   */
  evalsha(digest: string, keys: Names, args: Arguments): unknown {
    if (!this.#loaded.has(digest)) throw new Error('NOSCRIPT No matching script.');
    return byDigest.get(digest)?.(this, keys, args);
  }

  /**
   * Runs EVAL.
   * @throws Error for a script of another service
   */
  eval(source: string, keys: Names, args: Arguments): unknown {
    const digest = digestOf(source);
    if (!byDigest.has(digest)) throw new Error('the simulation does not know this script');
    this.#loaded.add(digest);
    return this.evalsha(digest, keys, args);
  }

  /** Restarts the engine. Keeps all data and forgets the loaded scripts. */
  restart(): void {
    this.#loaded.clear();
  }

  read([cart = '', ...once]: Names): unknown[] {
    const now = this.#now();
    const held = this.#held(cart, now);
    const left = held ? held.expiresAt - now : -2;
    const outcomes = once.map((name) => this.#outcome(name, now));
    return [held?.revision ?? 0, held?.state ?? '', left, now, ...outcomes];
  }

  commit(keys: Names, args: Arguments): unknown[] {
    const [cart = '', counter = '', , created = '', , , , , , ...once] = keys;
    const [from, state, cartKey, lifetimeMs, , , late, , commands, ...rest] = args;
    const now = this.#now();
    if (now > Number(late)) return ['late'];
    if ((this.#held(cart, now)?.revision ?? 0) !== Number(from)) return ['raced'];
    if (once.some((name) => this.#outcome(name, now) !== null)) return ['raced'];
    // If the index of the shard already contains the key of a new cart, an earlier cart with this key has expired. The
    // event of this expiry gets the next revision, before the revisions of the new cart.
    if (Number(from) === 0 && !this.#enter(created, String(cartKey))) this.#count(counter, 1);
    const count = Number(commands);
    const revision = this.#count(counter, count);
    this.#carts.set(cart, { revision, state: String(state), expiresAt: now + Number(lifetimeMs) });
    this.#storeOutcomes(once, rest.slice(count), now);
    this.#made({ cart: String(cartKey), from: Number(from), revision, count, state: String(state), once });
    return ['committed', revision, now];
  }

  remember(keys: Names, args: Arguments): 0 | 1 {
    const now = this.#now();
    if (keys.some((name) => this.#outcome(name, now) !== null)) return 0;
    this.#storeOutcomes(keys, args, now);
    return 1;
  }

  renew([cart = '']: Names, [, lifetimeMs, renewMs]: Arguments): number {
    const now = this.#now();
    const held = this.#held(cart, now);
    if (!held || held.isMark) return 0;
    if (held.expiresAt - now <= Number(renewMs)) held.expiresAt = now + Number(lifetimeMs);
    return held.expiresAt;
  }

  beginTransfer([cart = '', counter = '', , , moving = '']: Names, args: Arguments): 0 | 1 {
    const [from, state, cartKey, lifetimeMs, late] = args;
    const now = this.#now();
    const held = this.#held(cart, now);
    if (now > Number(late) || held?.revision !== Number(from)) return 0;
    const expiresAt = Math.max(now + Number(lifetimeMs), held.expiresAt);
    this.#carts.set(cart, { revision: this.#count(counter, 1), state: String(state), expiresAt });
    const entries = this.#moving.get(moving) ?? new Map<string, number>();
    this.#moving.set(moving, entries.set(String(cartKey), now));
    return 1;
  }

  endTransfer(keys: Names, [from, cartKey, mark, keepMs]: Arguments): 0 | 1 {
    const [cart = '', counter = '', , created = ''] = keys;
    const now = this.#now();
    if ((this.#held(cart, now)?.revision ?? 0) !== Number(from)) return 0;
    this.#moving.get(keys[9] ?? '')?.delete(String(cartKey));
    if (mark === '') return 1;
    this.#created.get(created)?.delete(String(cartKey));
    const revision = this.#count(counter, 1);
    this.#carts.set(cart, { revision, state: String(mark), expiresAt: now + Number(keepMs), isMark: true });
    return 1;
  }

  movingCarts([moving = '']: Names, [agoMs, most]: Arguments): string[] {
    const before = this.#now() - Number(agoMs);
    const entries = [...(this.#moving.get(moving) ?? [])].filter(([, began]) => began <= before);
    return entries.slice(0, Number(most)).map(([key]) => key);
  }

  #held(cart: string, now: number): HeldCart | null {
    const held = this.#carts.get(cart);
    return held && held.expiresAt > now ? held : null;
  }

  #outcome(name: string, now: number): string | null {
    const kept = this.#outcomes.get(name);
    return kept && kept.expiresAt > now ? kept.outcome : null;
  }

  /** Stores an outcome under each name. `args` alternates outcomes and lifetimes in milliseconds. */
  #storeOutcomes(names: Names, args: Arguments, now: number): void {
    for (const [index, name] of names.entries()) {
      const [outcome, keepMs] = [args[2 * index], args[2 * index + 1]];
      this.#outcomes.set(name, { outcome: String(outcome), expiresAt: now + Number(keepMs) });
    }
  }

  #count(counter: string, by: number): number {
    const last = (this.#counters.get(counter) ?? 0) + by;
    this.#counters.set(counter, last);
    return last;
  }

  /** Adds a cart to an index. Returns false if the index already has the cart. */
  #enter(index: string, cartKey: string): boolean {
    const entries = this.#created.get(index) ?? new Set();
    this.#created.set(index, entries);
    const isNew = !entries.has(cartKey);
    entries.add(cartKey);
    return isNew;
  }
}
