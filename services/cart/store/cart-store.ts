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

/** Returns the outbox event of a cart that has expired or was deleted by an administrator. */
const ended = (type: 'cart.expired' | 'cart.deleted') =>
  JSON.stringify({ type, lines: 0, items: [] } satisfies CartEvent);

/** A cart as Redis stores it; its state is text that the store does not interpret. */
export interface StoredCart {
  /** 0 if the cart does not exist. */
  readonly revision: number;
  /** Empty if the cart does not exist. */
  readonly state: string;
  /** Unix milliseconds at which the unused cart expires. */
  readonly expiresAt: number;
  /** Outcomes of earlier writes in the order of the requested keys; null for none. */
  readonly outcomes: readonly (string | null)[];
  /** Lower bound of Redis' clock minus this process's clock, in milliseconds. */
  readonly clockOffset: number;
}

/** The outcome of a write, stored under its idempotency key. */
export interface Remembered {
  readonly key: string;
  readonly outcome: string;
  readonly keepMs: number;
}

/** A new state and everything that is written with it atomically. */
export interface Commit {
  readonly from: StoredCart;
  readonly state: string;
  readonly lifetimeMs: number;
  /** The customer's e-mail in lower case, in `from` and in the new state; empty without one. */
  readonly emailBefore: string;
  readonly email: string;
  /** Texts for the outbox, one for each write that changed the cart; each gets its own revision. */
  readonly events: readonly string[];
  /** Unix milliseconds of this process's clock after which nothing may be written. */
  readonly deadline: number;
  readonly remembered: readonly Remembered[];
}

/** The last revision, and the cart's expiry in Unix milliseconds. */
export interface Committed {
  readonly revision: number;
  readonly expiresAt: number;
  /** Lower bound of Redis' clock minus this process's clock, in milliseconds. */
  readonly clockOffset: number;
}

/**
 * Stores carts in Redis. A cart is one value with a revision; it is read as a whole and changed by one script
 * (docs/reference/rules.md#changes-at-the-same-time).
 */
export class CartStore {
  readonly #redis: ScriptRunner;
  readonly #now: () => number;
  readonly #nudge: (shard: number) => void;
  readonly #writes: ScriptRunner;

  /**
   * `now` is this process's clock in Unix milliseconds; `nudge` is called for every shard with a new event.
   * `writes` runs the scripts whose effect must not be lost; it may wait until replicas have confirmed the effect.
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
   * Returns a cart and the outcomes of earlier writes under these idempotency keys. Writes nothing. Outcomes
   * are returned only once a fail-over cannot lose them, because their writes may not have been acknowledged
   * yet; with `lasting`, the same holds for the cart.
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
   * Writes a state. Returns null if nothing was written: another commit came after `from` was read, or the deadline
   * passed.
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
    this.#nudge(shardOf(cartKey));
    return { revision, expiresAt: now + lifetimeMs, clockOffset: now - this.#now() };
  }

  /**
   * Renews the expiry of a cart that was only read, unless more than `renewMs` are left. Returns the expiry
   * in Unix milliseconds; null if the cart has expired meanwhile.
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
    if (deleted) this.#nudge(shardOf(cartKey));
    return deleted;
  }

  /** Removes up to `most` expired carts from a shard's indexes; returns their number. */
  async sweep(shard: number, owner: CartOwner, most: number): Promise<number> {
    const { counter, outbox } = shardKeys(shard);
    const { created, updated, expiry, names, emails, emailOf } = indexKeys(shard, owner);
    const keys = [counter, outbox, created, updated, expiry, names, emails, emailOf];
    const taken = await sweepCarts(this.#redis, keys, [most, ended('cart.expired')]).catch(engineFault);
    if (taken > 0) this.#nudge(shard);
    return taken;
  }

  /**
   * Stores outcomes of writes that changed nothing. Returns false if nothing was stored, because one of the writes is a
   * repetition.
   */
  async remember(cartKey: string, remembered: readonly Remembered[]): Promise<boolean> {
    const names = cartKeys(cartKey);
    const keys = remembered.map(({ key }) => names.once(key));
    const args = remembered.flatMap(({ outcome, keepMs }) => [outcome, keepMs]);
    return (await rememberOutcomes(this.#writes, keys, args).catch(engineFault)) === 1;
  }

  /** Resolves when the replicas have all earlier writes of a shard; at once if no replicas are required. */
  async #confirm(confirmed: string): Promise<void> {
    if (this.#writes !== this.#redis) await confirmShard(this.#writes, [confirmed], []).catch(engineFault);
  }
}

/** Returns the keys of the scripts that create or delete a cart, in their order. */
export function entryKeys(of: ReturnType<typeof cartKeys>): string[] {
  const { cart, counter, outbox, created, updated, expiry, names, emails, emailOf } = of;
  return [cart, counter, outbox, created, updated, expiry, names, emails, emailOf];
}
