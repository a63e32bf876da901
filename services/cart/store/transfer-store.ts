import type { CartEvent } from '#contracts/cart.ts';
import { commandTimeoutMs } from '#platform/redis/connection.ts';
import { engineFault, type ScriptRunner, script } from '#platform/redis/scripts.ts';
import { entryKeys, type StoredCart } from './cart-store.ts';
import { cartKeys, shardKeys, shardOf } from './keys.ts';

const beginTransfer = script<0 | 1>(new URL('./lua/begin-transfer.lua', import.meta.url));
const endTransfer = script<0 | 1>(new URL('./lua/end-transfer.lua', import.meta.url));
const movingCarts = script<string[]>(new URL('./lua/moving-carts.lua', import.meta.url));

/**
 * The first step of a transfer: `from` is the guest's cart, `state` its new state, which is marked as in transfer.
 */
interface Beginning {
  readonly from: StoredCart;
  readonly state: string;
  readonly lifetimeMs: number;
  /** Unix milliseconds of this process's clock after which nothing may be written. */
  readonly deadline: number;
  /** Event for the outbox as JSON. */
  readonly event: string;
}

/**
 * Marks guests' carts whose items are transferred to a customer's cart: the first and the last step of a
 * transfer (docs/reference/rules.md#taking-over-the-cart-of-a-guest).
 */
export class TransferStore {
  readonly #redis: ScriptRunner;
  readonly #now: () => number;
  readonly #schedulePublishing: (shard: number) => void;

  readonly #writes: ScriptRunner;

  /**
   * `now` is this process's clock in Unix milliseconds. `schedulePublishing` is called for every shard with a new
   * event. `writes` runs the scripts whose effect must not be lost, and may wait until replicas have confirmed the
   * effect.
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
   * Stores the guest's cart in its new state, which says that the cart is in transfer. If the cart has changed since
   * it was read, or if the deadline has passed, writes nothing and returns false.
   */
  async begin(cartKey: string, { from, state, lifetimeMs, deadline, event }: Beginning): Promise<boolean> {
    const { cart, counter, outbox, expiry, moving } = cartKeys(cartKey);
    const late = Math.min(deadline, this.#now() + commandTimeoutMs) + from.clockOffset;
    const args = [from.revision, state, cartKey, lifetimeMs, late, event];
    const keys = [cart, counter, outbox, expiry, moving];
    const begun = (await beginTransfer(this.#writes, keys, args).catch(engineFault)) === 1;
    if (begun) this.#schedulePublishing(shardOf(cartKey));
    return begun;
  }

  /**
   * Replaces a guest's cart by a mark, which says that the cart was transferred to the customer `to`. Does
   * nothing if the cart has changed since it was read. The mark is stored for `keepMs` milliseconds.
   */
  async end(
    cartKey: string,
    { revision }: StoredCart,
    mark: string,
    keepMs: number,
    to: string,
  ): Promise<void> {
    const event: CartEvent = { type: 'cart.transferred', lines: 0, items: [], to: Number(to) };
    await this.#end(cartKey, [revision, cartKey, mark, keepMs, JSON.stringify(event)]);
  }

  /** Removes a cart from the list of transfers. Does nothing if the cart has changed since the caller read the cart. */
  forget(cartKey: string, { revision }: StoredCart): Promise<void> {
    return this.#end(cartKey, [revision, cartKey, '', 0, '']);
  }

  /**
   * Returns the keys of up to `most` carts of a shard whose transfer began at least `agoMs` milliseconds ago
   * and is unfinished. Writes nothing.
   */
  async moving(shard: number, agoMs: number, most: number): Promise<readonly string[]> {
    return movingCarts(this.#redis, [shardKeys(shard).moving], [agoMs, most]).catch(engineFault);
  }

  async #end(cartKey: string, args: readonly (string | number)[]): Promise<void> {
    const names = cartKeys(cartKey);
    const keys = [...entryKeys(names), names.moving];
    if ((await endTransfer(this.#writes, keys, args).catch(engineFault)) === 1)
      this.#schedulePublishing(shardOf(cartKey));
  }
}
