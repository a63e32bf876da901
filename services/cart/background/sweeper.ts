import type { CartOwner } from '#contracts/cart.ts';
import type { Transfers } from '../carts/transfers.ts';
import { cartEventOf, owners, readable } from '../model/state.ts';
import type { CartStore } from '../store/cart-store.ts';
import { shards } from '../store/keys.ts';
import type { AbandonedCartStore } from '../store/outbox-store.ts';

/** Maximum number of carts that one script removes, because Redis serves no other request while a script runs. */
const maxAtOnce = 100;

/** The logger of the process, which logs failures. */
type Log = Readonly<Record<'warn', (members: object, message: string) => void>>;

/** Further work on a shard: finishing interrupted transfers, and publishing events of abandoned carts. */
interface Housekeeping {
  readonly transfers: Pick<Transfers, 'finish'>;
  readonly abandoned: Pick<AbandonedCarts, 'shard'>;
}

/**
 * Removes expired carts from the indexes, and does the further work in `Housekeeping`. Every replica has a
 * sweeper.
 */
export class Sweeper {
  readonly #store: Pick<CartStore, 'sweep'>;
  readonly #housekeeping: Housekeeping | null;
  #timer: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(store: Pick<CartStore, 'sweep'>, housekeeping: Housekeeping | null = null) {
    this.#store = store;
    this.#housekeeping = housekeeping;
  }

  /** Removes all expired carts of one shard. */
  async shard(shard: number): Promise<void> {
    for (const owner of owners) {
      while (!this.#closed && (await this.#store.sweep(shard, owner, maxAtOnce)) === maxAtOnce);
    }
  }

  /**
   * Sweeps one shard after the other, so that Redis can serve requests between two shards. An error of one shard does
   * not stop the sweep of the next shards.
   *
   * @throws Error the error of the last shard that failed
   */
  async all(): Promise<void> {
    let fault: unknown = null;
    for (let shard = 0; shard < shards && !this.#closed; shard += 1) {
      await this.#sweepShard(shard).catch((error: unknown) => {
        fault = error;
      });
    }
    if (fault) throw fault;
  }

  async #sweepShard(shard: number): Promise<void> {
    await this.shard(shard);
    await this.#housekeeping?.abandoned.shard(shard);
    await this.#housekeeping?.transfers.finish(shard);
  }

  /** Starts sweeps about every `intervalMs`; random delays keep replicas from sweeping at the same time. */
  start(intervalMs: number, log: Log): void {
    const delay = intervalMs * (0.5 + Math.random());
    this.#timer = setTimeout(async () => {
      await this.all().catch((error: unknown) =>
        log.warn({ err: error }, 'expired carts could not be removed'),
      );
      if (!this.#closed) this.start(intervalMs, log);
    }, delay).unref();
  }

  close(): void {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
  }
}

/** Maximum number of carts that are read at once. */
const maxRead = 50;

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
    const found = await abandonedStore.find(shard, owner, afterMs, maxRead);
    if (!found) return false;
    const events = await Promise.all(found.keys.map((cartKey) => this.#event(cartKey)));
    await abandonedStore.publish(found, events.flat());
    return found.keys.length >= maxRead;
  }

  /** Returns a list with the event of a cart; an empty list for an empty, deleted, transferred or unreadable cart. */
  async #event(cartKey: string): Promise<{ cartKey: string; event: string }[]> {
    const state = readable(await this.#deps.store.read(cartKey));
    if (!state || state.moving || state.lines.length === 0) return [];
    return [{ cartKey, event: JSON.stringify(cartEventOf('cart.abandoned', state)) }];
  }
}
