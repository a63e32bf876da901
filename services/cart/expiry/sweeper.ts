import { owners } from '../carts/owner.ts';
import type { Abandoned } from '../events/abandoned-carts.ts';
import type { CartStore } from '../store/cart-store.ts';
import { shards } from '../store/keys.ts';
import type { Transfers } from '../transfers/transfers.ts';

/** Most carts that one script takes out: Redis does nothing else meanwhile. */
const mostAtOnce = 100;

/** Where failures are told. */
type Log = Readonly<Record<'warn', (members: object, message: string) => void>>;

/** What else is looked after, shard by shard: transfers that nobody ends, and carts that nobody changes. */
interface Besides {
  readonly transfers: Pick<Transfers, 'finish'>;
  readonly abandoned: Pick<Abandoned, 'shard'>;
}

/** Takes carts whose time is over out of the indexes, and does the rest of the housekeeping, in every replica. */
export class Sweeper {
  readonly #store: Pick<CartStore, 'sweep'>;
  readonly #besides: Besides | null;
  #timer: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(store: Pick<CartStore, 'sweep'>, besides: Besides | null = null) {
    this.#store = store;
    this.#besides = besides;
  }

  /** Takes all of one shard that are over. */
  async shard(shard: number): Promise<void> {
    for (const owner of owners) {
      while (!this.#closed && (await this.#store.sweep(shard, owner, mostAtOnce)) === mostAtOnce);
    }
  }

  /**
   * Takes all that are over, one shard after the other, so that carts are served meanwhile. A shard that cannot be looked
   * after does not hold up the others.
   *
   * @throws Error the last shard's fault, when there were some
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

  /** Sweeps every `intervalMs` or so, each replica at moments of its own. */
  start(intervalMs: number, log: Log): void {
    const delay = intervalMs * (0.5 + Math.random());
    this.#timer = setTimeout(async () => {
      await this.all().catch((error: unknown) => log.warn({ err: error }, 'carts were not swept'));
      if (!this.#closed) this.start(intervalMs, log);
    }, delay).unref();
  }

  close(): void {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
  }
}
