import type { CartOwner } from '#contracts/cart.ts';
import { owners } from '../carts/owner.ts';
import { readable } from '../carts/stored-state.ts';
import { cartEventOf } from '../domain/cart-event.ts';
import type { CartStore } from '../store/cart-store.ts';
import type { QuietStore } from '../store/quiet-store.ts';

/** Most carts that are read at once. */
const mostAtOnce = 50;

interface AbandonedParts {
  readonly store: Pick<CartStore, 'read'>;
  readonly quiet: Pick<QuietStore, 'find' | 'tell'>;
  /** How long nobody has changed a cart that counts as abandoned. Milliseconds. */
  readonly afterMs: number;
}

/** Tells of carts with something in them that nobody has changed for long: once each, until they are changed again. */
export class Abandoned {
  readonly #parts: AbandonedParts;

  constructor(parts: AbandonedParts) {
    this.#parts = parts;
  }

  /** Tells of all of one shard. */
  async shard(shard: number): Promise<void> {
    for (const owner of owners) while (await this.#some(shard, owner));
  }

  /** Tells of some; false when those were the last. */
  async #some(shard: number, owner: CartOwner): Promise<boolean> {
    const { quiet, afterMs } = this.#parts;
    const found = await quiet.find(shard, owner, afterMs, mostAtOnce);
    if (!found) return false;
    const events = await Promise.all(found.keys.map((cartKey) => this.#event(cartKey)));
    await quiet.tell(found, events.flat());
    return found.keys.length >= mostAtOnce;
  }

  /** The event of a cart; none for one that is empty, is gone, goes over to a customer's or cannot be read. */
  async #event(cartKey: string): Promise<{ cartKey: string; event: string }[]> {
    const state = readable(await this.#parts.store.read(cartKey));
    if (!state || state.moving || state.lines.length === 0) return [];
    return [{ cartKey, event: JSON.stringify(cartEventOf('cart.abandoned', state)) }];
  }
}
