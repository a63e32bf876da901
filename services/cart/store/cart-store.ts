import type { CartEvent, CartOwner } from '#contracts/cart.ts';
import { commandTimeoutMs } from '#platform/redis/driver.ts';
import { engineFault } from '#platform/redis/engine-fault.ts';
import { type ScriptRunner, script } from '#platform/redis/script.ts';
import { cartKeys, indexKeys, shardKeys, shardOf } from './keys.ts';

type ReadReply = [
  revision: number,
  state: string,
  leftMs: number,
  now: number,
  ...outcomes: (string | null)[],
];
const readCart = script<ReadReply>(new URL('./lua/read-cart.lua', import.meta.url));
const commitCart = script<[result: 'committed' | 'raced' | 'late', revision: number, now: number]>(
  new URL('./lua/commit-cart.lua', import.meta.url),
);
const renewCart = script<number>(new URL('./lua/renew-cart.lua', import.meta.url));
const deleteCart = script<0 | 1>(new URL('./lua/delete-cart.lua', import.meta.url));
const sweepCarts = script<number>(new URL('./lua/sweep-carts.lua', import.meta.url));
const confirmShard = script<1>(new URL('./lua/confirm-shard.lua', import.meta.url));
const rememberOutcomes = script<0 | 1>(new URL('./lua/remember-outcomes.lua', import.meta.url));

/** What the outbox is told of a cart that ends, by its time or by an administrator. */
const ended = (type: 'cart.expired' | 'cart.deleted') =>
  JSON.stringify({ type, lines: 0, items: [] } satisfies CartEvent);

/** A cart as Redis holds it: text, opaque to the store. */
export interface Held {
  /** 0 when there is no such cart. */
  readonly revision: number;
  /** Empty when there is no such cart. */
  readonly state: string;
  /** Unix milliseconds at which the untouched cart ends. */
  readonly expiresAt: number;
  /** Outcomes of earlier writes in the order of the keys asked for; null where there is none. */
  readonly outcomes: readonly (string | null)[];
  /** Redis' clock minus ours, in milliseconds, never more than it is. */
  readonly clockOffset: number;
}

/** What a write leaves under its idempotency key. */
export interface Remembered {
  readonly key: string;
  readonly outcome: string;
  readonly keepMs: number;
}

/** A new state and all that is written with it, in one step or not at all. */
export interface Commit {
  readonly from: Held;
  readonly state: string;
  readonly lifeMs: number;
  /** The customer's e-mail in small letters, as in `from` and as in the new state; empty when there is none. */
  readonly emailBefore: string;
  readonly email: string;
  /** Texts for the outbox, one for each write that changed the cart; each gets a revision of its own. */
  readonly events: readonly string[];
  /** Unix milliseconds by our clock after which nothing may be written. */
  readonly deadline: number;
  readonly remembered: readonly Remembered[];
}

/** The last revision given, and the end of the cart's life in Unix milliseconds. */
export interface Committed {
  readonly revision: number;
  readonly expiresAt: number;
  /** As in `Held`. */
  readonly clockOffset: number;
}

/**
 * Carts in Redis: one value with a revision each, read whole, changed by one script
 * (docs/reference/rules.md#changes-at-the-same-time).
 */
export class CartStore {
  readonly #redis: ScriptRunner;
  readonly #now: () => number;
  readonly #nudge: (shard: number) => void;
  readonly #writes: ScriptRunner;

  /**
   * `now` is our clock, in Unix milliseconds; `nudge` hears of every shard that has something to tell. `writes` runs the
   * scripts whose effect somebody counts on, where a replica has to have it first.
   */
  constructor(
    redis: ScriptRunner,
    now: () => number = Date.now,
    nudge: (shard: number) => void = () => {},
    writes: ScriptRunner = redis,
  ) {
    this.#writes = writes;
    this.#redis = redis;
    this.#now = now;
    this.#nudge = nudge;
  }

  /**
   * A cart, and the outcomes of earlier writes under these idempotency keys. Writes nothing. Outcomes are only given once
   * no fail-over can lose them any more, as nobody may have been told of them yet; with `lasting`, so is the cart.
   */
  async read(cartKey: string, onceKeys: readonly string[] = [], lasting = false): Promise<Held> {
    const names = cartKeys(cartKey);
    const keys = [names.cart, ...onceKeys.map(names.once)];
    const [revision, state, leftMs, now, ...outcomes] = await readCart(this.#redis, keys, []).catch(
      engineFault,
    );
    const clockOffset = now - this.#now();
    if (lasting || outcomes.some((one) => one !== null)) await this.#confirm(names.confirmed);
    return { revision, state, expiresAt: now + Math.max(leftMs, 0), outcomes, clockOffset };
  }

  /** Writes a state. Null when nothing was written: somebody has written one since `from` was read, or it is late. */
  async commit(cartKey: string, commit: Commit): Promise<Committed | null> {
    const { from, state, lifeMs, emailBefore, email, events, deadline, remembered } = commit;
    const names = cartKeys(cartKey);
    const keys = [...entryKeys(names), ...remembered.map(({ key }) => names.once(key))];
    const late = Math.min(deadline, this.#now() + commandTimeoutMs) + from.clockOffset;
    const outcomes = remembered.flatMap(({ outcome, keepMs }) => [outcome, keepMs]);
    const expired = from.revision === 0 ? ended('cart.expired') : '';
    const made = [from.revision, state, cartKey, lifeMs, emailBefore, email, late, expired];
    const args = [...made, events.length, ...events, ...outcomes];
    const [result, revision, now] = await commitCart(this.#writes, keys, args).catch(engineFault);
    if (result !== 'committed') return null;
    this.#nudge(shardOf(cartKey));
    return { revision, expiresAt: now + lifeMs, clockOffset: now - this.#now() };
  }

  /**
   * Gives a cart that was only read a fresh life, unless it has more than `renewMs` left. Returns the end of its life
   * in Unix milliseconds, or null when it has ended meanwhile.
   */
  async renew(cartKey: string, lifeMs: number, renewMs: number): Promise<number | null> {
    const { cart, expiry } = cartKeys(cartKey);
    const end = await renewCart(this.#writes, [cart, expiry], [cartKey, lifeMs, renewMs]).catch(engineFault);
    return end === 0 ? null : end;
  }

  /** Deletes a cart with all that is known of it. False when there was none. */
  async delete(cartKey: string): Promise<boolean> {
    const keys = entryKeys(cartKeys(cartKey));
    const args = [cartKey, ended('cart.deleted')];
    const deleted = (await deleteCart(this.#writes, keys, args).catch(engineFault)) === 1;
    if (deleted) this.#nudge(shardOf(cartKey));
    return deleted;
  }

  /** Takes up to `most` carts whose time is over out of a shard's indexes; how many those were. */
  async sweep(shard: number, owner: CartOwner, most: number): Promise<number> {
    const { counter, outbox } = shardKeys(shard);
    const { created, updated, expiry, names, emails, emailOf } = indexKeys(shard, owner);
    const keys = [counter, outbox, created, updated, expiry, names, emails, emailOf];
    const taken = await sweepCarts(this.#redis, keys, [most, ended('cart.expired')]).catch(engineFault);
    if (taken > 0) this.#nudge(shard);
    return taken;
  }

  /** Remembers outcomes of writes that changed nothing. False when nothing was: one of them was done before. */
  async remember(cartKey: string, remembered: readonly Remembered[]): Promise<boolean> {
    const names = cartKeys(cartKey);
    const keys = remembered.map(({ key }) => names.once(key));
    const args = remembered.flatMap(({ outcome, keepMs }) => [outcome, keepMs]);
    return (await rememberOutcomes(this.#writes, keys, args).catch(engineFault)) === 1;
  }

  /** Resolves when replicas have all that a shard has. Nothing is written where they do not count. */
  async #confirm(confirmed: string): Promise<void> {
    if (this.#writes !== this.#redis) await confirmShard(this.#writes, [confirmed], []).catch(engineFault);
  }
}

/** What the scripts that begin or end a cart touch, in their order. */
export function entryKeys(of: ReturnType<typeof cartKeys>): string[] {
  const { cart, counter, outbox, created, updated, expiry, names, emails, emailOf } = of;
  return [cart, counter, outbox, created, updated, expiry, names, emails, emailOf];
}
