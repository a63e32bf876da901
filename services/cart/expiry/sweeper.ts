import { owners } from '../carts/owner.ts';
import type { AbandonedCarts } from '../events/abandoned-carts.ts';
import type { CartStore } from '../store/cart-store.ts';
import { shards } from '../store/keys.ts';
import type { Transfers } from '../transfers/transfers.ts';

/** Maximum number of carts that one script removes, because it blocks Redis. */
const mostAtOnce = 100;

/** The process's logger, for failures. */
type Log = Readonly<Record<'warn', (members: object, message: string) => void>>;

/** Other housekeeping per shard: interrupted transfers and abandoned carts. */
interface Besides {
  readonly transfers: Pick<Transfers, 'finish'>;
  readonly abandoned: Pick<AbandonedCarts, 'shard'>;
}

/** Removes expired carts from the indexes and does other housekeeping, in every replica. */
export class Sweeper {
  readonly #store: Pick<CartStore, 'sweep'>;
  readonly #besides: Besides | null;
  #timer: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(store: Pick<CartStore, 'sweep'>, besides: Besides | null = null) {
    this.#store = store;
    this.#besides = besides;
  }

  /** Removes all expired carts of one shard. */
  async shard(shard: number): Promise<void> {
    for (const owner of owners) {
      while (!this.#closed && (await this.#store.sweep(shard, owner, mostAtOnce)) === mostAtOnce);
    }
  }

  /**
   * Removes all expired carts, shard after shard, so that requests are served meanwhile. A failing shard does
   * not stop the others.
   *
   * @throws Error the last shard's error, if any
   */
  async all(): Promise<void> {
    let fault: unknown = null;
    for (let shard = 0; shard < shards && !this.#closed; shard += 1) {
      await this.#whole(shard).catch((error: unknown) => {
        fault = error;
      });
    }
    if (fault) throw fault;
  }

  async #whole(shard: number): Promise<void> {
    await this.shard(shard);
    await this.#besides?.abandoned.shard(shard);
    await this.#besides?.transfers.finish(shard);
  }

  /** Sweeps about every `intervalMs`, each replica at other times. */
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
