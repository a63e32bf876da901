import type { Redis } from 'ioredis';
import type { CartEvent } from '#contracts/cart.ts';
import { commandTimeoutMs } from '#platform/redis/connection.ts';
import { engineFault } from '#platform/redis/engine-fault.ts';
import { script } from '#platform/redis/script.ts';
import { entryKeys, type Held } from './cart-store.ts';
import { cartKeys, shardKeys } from './keys.ts';

const beginTransfer = script<0 | 1>(new URL('./lua/begin-transfer.lua', import.meta.url));
const endTransfer = script<0 | 1>(new URL('./lua/end-transfer.lua', import.meta.url));
const movingCarts = script<string[]>(new URL('./lua/moving-carts.lua', import.meta.url));

/** Marks guest's carts whose goods go over to a customer's: the first and the last step of a transfer (design 7). */
export class TransferStore {
  readonly #redis: Redis;
  readonly #now: () => number;

  /** `now` is our clock, in Unix milliseconds. */
  constructor(redis: Redis, now: () => number = Date.now) {
    this.#redis = redis;
    this.#now = now;
  }

  /** Writes the state with the mark. False when nothing was: it is not as it was read any more, or it is late. */
  async begin(
    cartKey: string,
    { from, state, lifeMs, deadline }: { from: Held; state: string; lifeMs: number; deadline: number },
  ): Promise<boolean> {
    const { cart, counter, expiry, moving } = cartKeys(cartKey);
    const late = Math.min(deadline, this.#now() + commandTimeoutMs) + from.clockOffset;
    const args = [from.revision, state, cartKey, lifeMs, late];
    return (await beginTransfer(this.#redis, [cart, counter, expiry, moving], args).catch(engineFault)) === 1;
  }

  /** Leaves only a mark of the cart for so long, whose goods are in the cart `to`, if it is as it was read. */
  async end(cartKey: string, { revision }: Held, mark: string, keepMs: number, to: string): Promise<void> {
    const event: CartEvent = { type: 'cart.transferred', lines: 0, to };
    await this.#end(cartKey, [revision, cartKey, mark, keepMs, JSON.stringify(event)]);
  }

  /** Forgets that a cart, as it was read, was one under transfer: it is none any more. */
  forget(cartKey: string, { revision }: Held): Promise<void> {
    return this.#end(cartKey, [revision, cartKey, '', 0, '']);
  }

  /** Keys of a shard's carts whose transfer began so long ago and is not over, `most` at most. Writes nothing. */
  async moving(shard: number, agoMs: number, most: number): Promise<readonly string[]> {
    return movingCarts(this.#redis, [shardKeys(shard).moving], [agoMs, most]).catch(engineFault);
  }

  async #end(cartKey: string, args: readonly (string | number)[]): Promise<void> {
    const names = cartKeys(cartKey);
    await endTransfer(this.#redis, [...entryKeys(names), names.moving], args).catch(engineFault);
  }
}
