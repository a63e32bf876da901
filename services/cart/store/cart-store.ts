import type { CartEvent, CartOwner } from '#contracts/cart.ts';
import { commandTimeoutMs } from '#platform/redis/connection.ts';
import { engineFault, type ScriptRunner, script } from '#platform/redis/scripts.ts';
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

/** Returns the outbox event of a cart that has expired or was deleted by a manager or operator. */
const ended = (type: 'cart.expired' | 'cart.deleted') =>
  JSON.stringify({ type, lines: 0, items: [] } satisfies CartEvent);

/** A cart as Redis stores it. The state is text that `CartStore` does not interpret. */
export interface StoredCart {
  /** 0 if the cart does not exist. */
  readonly revision: number;
  /** Empty if the cart does not exist. */
  readonly state: string;
  /** Unix milliseconds at which the unused cart expires. */
  readonly expiresAt: number;
  /** Outcomes of earlier writes in the order of the requested idempotency keys. Null for a key without an outcome. */
  readonly outcomes: readonly (string | null)[];
  /**
   * Redis's time in the reply, minus this process's time when the reply arrived. Milliseconds. The clock of Redis is
   * ahead by at least this difference, because Redis reads its clock before the reply arrives.
   */
  readonly clockOffset: number;
}

/** The outcome of a write, stored under its idempotency key. */
export interface StoredOutcome {
  readonly key: string;
  readonly outcome: string;
  readonly keepMs: number;
}

/** A new state of a cart, and all data that Redis stores atomically with the state. */
export interface Commit {
  readonly from: StoredCart;
  readonly state: string;
  readonly lifetimeMs: number;
  /** The customer's e-mail address in the old state (`from`), in lower case. Empty without an address. */
  readonly emailBefore: string;
  /** The customer's e-mail address in the new state, in lower case. Empty without an address. */
  readonly email: string;
  /** Events for the outbox as JSON, one for each write that changed the cart. Each write gets its own revision. */
  readonly events: readonly string[];
  /** Unix milliseconds of this process's clock after which nothing may be written. */
  readonly deadline: number;
  readonly remembered: readonly StoredOutcome[];
}

/** The result of a commit: the new revision of the cart, and its expiry in Unix milliseconds. */
export interface Committed {
  readonly revision: number;
  readonly expiresAt: number;
  /**
   * Redis's time in the reply, minus this process's time when the reply arrived. Milliseconds. The clock of Redis is
   * ahead by at least this difference, because Redis reads its clock before the reply arrives.
   */
  readonly clockOffset: number;
}

/**
 * Stores carts in Redis. Each cart is one value with a revision. One script changes the value and the
 * revision together (docs/reference/rules.md#changes-at-the-same-time).
 */
export class CartStore {
  readonly #redis: ScriptRunner;
  readonly #now: () => number;
  readonly #schedulePublishing: (shard: number) => void;
  readonly #writes: ScriptRunner;

  /**
   * `now` is this process's clock in Unix milliseconds. `schedulePublishing` is called for every shard with a
   * new event. `writes` runs the scripts whose effect must not be lost, and may wait until replicas have
   * confirmed the effect.
   */
  constructor(
    redis: ScriptRunner,
    now: () => number = Date.now,
    schedulePublishing: (shard: number) => void = () => {},
    writes: ScriptRunner = redis,
  ) {
    this.#writes = writes;
    this.#redis = redis;
    this.#now = now;
    this.#schedulePublishing = schedulePublishing;
  }

  /**
   * Returns a cart, and the stored outcomes of earlier writes with these idempotency keys. If an outcome is
   * found, the method waits until a fail-over can no longer lose the outcome. With `lasting`, the method
   * always waits, so that a fail-over cannot lose the returned cart.
   */
  async read(cartKey: string, onceKeys: readonly string[] = [], lasting = false): Promise<StoredCart> {
    const names = cartKeys(cartKey);
    const keys = [names.cart, ...onceKeys.map(names.once)];
    const [revision, state, leftMs, now, ...outcomes] = await readCart(this.#redis, keys, []).catch(
      engineFault,
    );
    const clockOffset = now - this.#now();
    if (lasting || outcomes.some((one) => one !== null)) await this.#confirm(names.confirmed);
    return { revision, state, expiresAt: now + Math.max(leftMs, 0), outcomes, clockOffset };
  }

  /**
   * Stores a new state of a cart. Returns null if nothing was written, because another commit came first, one
   * of the writes is a repetition, or the deadline has passed.
   */
  async commit(cartKey: string, commit: Commit): Promise<Committed | null> {
    const { from, state, lifetimeMs, emailBefore, email, events, deadline, remembered } = commit;
    const names = cartKeys(cartKey);
    const keys = [...entryKeys(names), ...remembered.map(({ key }) => names.once(key))];
    const late = Math.min(deadline, this.#now() + commandTimeoutMs) + from.clockOffset;
    const outcomes = remembered.flatMap(({ outcome, keepMs }) => [outcome, keepMs]);
    const expired = from.revision === 0 ? ended('cart.expired') : '';
    const fixedArgs = [from.revision, state, cartKey, lifetimeMs, emailBefore, email, late, expired];
    const args = [...fixedArgs, events.length, ...events, ...outcomes];
    const [result, revision, now] = await commitCart(this.#writes, keys, args).catch(engineFault);
    if (result !== 'committed') return null;
    this.#schedulePublishing(shardOf(cartKey));
    return { revision, expiresAt: now + lifetimeMs, clockOffset: now - this.#now() };
  }

  /**
   * Sets a later expiry for a cart that was read but not changed. Does nothing if more than `renewMs` milliseconds are
   * left until the expiry. Returns the expiry in Unix milliseconds; null if the cart has expired meanwhile.
   */
  async renew(cartKey: string, lifetimeMs: number, renewMs: number): Promise<number | null> {
    const { cart, expiry } = cartKeys(cartKey);
    const end = await renewCart(this.#writes, [cart, expiry], [cartKey, lifetimeMs, renewMs]).catch(
      engineFault,
    );
    return end === 0 ? null : end;
  }

  /** Deletes a cart and its index entries. Returns false if the cart did not exist. */
  async delete(cartKey: string): Promise<boolean> {
    const keys = entryKeys(cartKeys(cartKey));
    const args = [cartKey, ended('cart.deleted')];
    const deleted = (await deleteCart(this.#writes, keys, args).catch(engineFault)) === 1;
    if (deleted) this.#schedulePublishing(shardOf(cartKey));
    return deleted;
  }

  /** Removes up to `most` expired carts from a shard's indexes. Returns the number of removed carts. */
  async sweep(shard: number, owner: CartOwner, most: number): Promise<number> {
    const { counter, outbox } = shardKeys(shard);
    const { created, updated, expiry, names, emails, emailOf } = indexKeys(shard, owner);
    const keys = [counter, outbox, created, updated, expiry, names, emails, emailOf];
    const taken = await sweepCarts(this.#redis, keys, [most, ended('cart.expired')]).catch(engineFault);
    if (taken > 0) this.#schedulePublishing(shard);
    return taken;
  }

  /**
   * Stores the outcomes of writes that changed nothing. If one of these writes is a repetition, stores
   * nothing and returns false.
   */
  async remember(cartKey: string, remembered: readonly StoredOutcome[]): Promise<boolean> {
    const names = cartKeys(cartKey);
    const keys = remembered.map(({ key }) => names.once(key));
    const args = remembered.flatMap(({ outcome, keepMs }) => [outcome, keepMs]);
    return (await rememberOutcomes(this.#writes, keys, args).catch(engineFault)) === 1;
  }

  /**
   * Waits until the replicas of Redis have all earlier writes of a shard. Returns at once if `CART_DURABILITY` requires
   * no replicas.
   */
  async #confirm(confirmed: string): Promise<void> {
    if (this.#writes !== this.#redis) await confirmShard(this.#writes, [confirmed], []).catch(engineFault);
  }
}

/** Returns the Redis keys of the scripts that create or delete a cart, in the order of `KEYS` in these scripts. */
export function entryKeys(of: ReturnType<typeof cartKeys>): string[] {
  const { cart, counter, outbox, created, updated, expiry, names, emails, emailOf } = of;
  return [cart, counter, outbox, created, updated, expiry, names, emails, emailOf];
}
