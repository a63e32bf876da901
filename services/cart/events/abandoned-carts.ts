import type { CartOwner } from '#contracts/cart.ts';
import { owners } from '../carts/owner.ts';
import { readable } from '../carts/stored-state.ts';
import { cartEventOf } from '../domain/cart-event.ts';
import type { AbandonedCartStore } from '../store/abandoned-cart-store.ts';
import type { CartStore } from '../store/cart-store.ts';

/** Maximum number of carts that are read at once. */
const maxAtOnce = 50;

interface AbandonedDeps {
  readonly store: Pick<CartStore, 'read'>;
  readonly abandonedStore: Pick<AbandonedCartStore, 'find' | 'publish'>;
  /** Milliseconds without a change after which a cart counts as abandoned. */
  readonly afterMs: number;
}

/**
 * Publishes an event for each cart with items that was not changed for a while. The event is published only once, until
 * the cart changes again.
 */
export class AbandonedCarts {
  readonly #deps: AbandonedDeps;

  constructor(deps: AbandonedDeps) {
    this.#deps = deps;
  }

  /** Publishes the events of all abandoned carts of one shard. */
  async shard(shard: number): Promise<void> {
    for (const owner of owners) while (await this.#batch(shard, owner));
  }

  /** Publishes one batch of events. Returns false after the last batch. */
  async #batch(shard: number, owner: CartOwner): Promise<boolean> {
    const { abandonedStore, afterMs } = this.#deps;
    const found = await abandonedStore.find(shard, owner, afterMs, maxAtOnce);
    if (!found) return false;
    const events = await Promise.all(found.keys.map((cartKey) => this.#event(cartKey)));
    await abandonedStore.publish(found, events.flat());
    return found.keys.length >= maxAtOnce;
  }

  /** Returns a list with the event of a cart; an empty list for an empty, deleted, transferred or unreadable cart. */
  async #event(cartKey: string): Promise<{ cartKey: string; event: string }[]> {
    const state = readable(await this.#deps.store.read(cartKey));
    if (!state || state.moving || state.lines.length === 0) return [];
    return [{ cartKey, event: JSON.stringify(cartEventOf('cart.abandoned', state)) }];
  }
}
