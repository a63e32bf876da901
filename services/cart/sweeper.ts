import { owners } from './owner.ts';
import type { CartStore } from './store/cart-store.ts';
import { shards } from './store/keys.ts';
import type { Transfers } from './transfers.ts';

/** Most carts that one script takes out: Redis does nothing else meanwhile. */
const mostAtOnce = 100;

/** Where failures are told. */
type Log = Readonly<Record<'warn', (members: object, message: string) => void>>;

/** Takes carts whose time is over out of the indexes, and ends abandoned transfers, now and then, in every replica. */
export class Sweeper {
  readonly #store: Pick<CartStore, 'sweep'>;
  readonly #transfers: Pick<Transfers, 'finish'> | null;
  #timer: NodeJS.Timeout | null = null;
  #closed = false;

  /** `transfers` are ended that nobody else will, where they are given. */
  constructor(store: Pick<CartStore, 'sweep'>, transfers: Pick<Transfers, 'finish'> | null = null) {
    this.#store = store;
    this.#transfers = transfers;
  }

  /** Takes all of one shard that are over. */
  async shard(shard: number): Promise<void> {
    for (const owner of owners) {
      while (!this.#closed && (await this.#store.sweep(shard, owner, mostAtOnce)) === mostAtOnce);
    }
  }

  /** Takes all that are over, one shard after the other, so that carts are served meanwhile. */
  async all(): Promise<void> {
    for (let shard = 0; shard < shards && !this.#closed; shard += 1) {
      await this.shard(shard);
      await this.#transfers?.finish(shard);
    }
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
