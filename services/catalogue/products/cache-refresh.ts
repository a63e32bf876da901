import type { ProductStore } from '../store/products.ts';

/** Milliseconds between two reads of changed products, so that one read covers several changes. */
const pauseMs = 200;
/** The maximum number of products in one read. */
const batch = 50;
/** If more products than this have changed, all products are read again. */
const maxChanged = 2_000;

interface CacheRefreshDeps {
  /** Returns whether the cache accepts newly read products now. */
  mayRead(): boolean;
  /** Returns whether the cache has no room for further products, or has lost a product for lack of room. */
  isFull(): boolean;
  /** Loads missing products into the cache. Returns false if the catalogue changed during the read. */
  hold(ids: readonly number[]): Promise<boolean>;
}

/**
 * Fills the cache of products up to its limit, so that the replica can answer while MongoDB is unavailable.
 * Reads in the background, in small batches.
 */
export class CacheRefresh {
  readonly #store: Pick<ProductStore, 'productIdsAbove'>;
  readonly #deps: CacheRefreshDeps;
  readonly #timer: NodeJS.Timeout;
  /** Changed products that must be read again. */
  readonly #changed = new Set<number>();
  /** Products up to this id have been read; null when all products have been read. */
  #readUntil: number | null = 0;
  /** The number of calls of `markAllChanged`. */
  #restarts = 0;
  #isRunning = false;

  constructor(store: Pick<ProductStore, 'productIdsAbove'>, deps: CacheRefreshDeps) {
    this.#store = store;
    this.#deps = deps;
    this.#timer = setInterval(() => void this.#run(), pauseMs).unref();
  }

  /** Whether the cache contains all products. A product outside the cache then does not exist. */
  get whole(): boolean {
    return this.#readUntil === null && this.#changed.size === 0 && !this.#isRunning && !this.#deps.isFull();
  }

  /** Marks products to be read again. */
  markChanged(ids: readonly number[]): void {
    for (const id of ids) this.#changed.add(id);
    if (this.#changed.size > maxChanged) this.markAllChanged();
  }

  markAllChanged(): void {
    this.#changed.clear();
    this.#readUntil = 0;
    this.#restarts += 1;
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      while (this.#deps.mayRead() && !this.#deps.isFull()) {
        const ids = await this.#next();
        if (ids.length === 0) break;
        const isCached = await this.#deps.hold(ids).catch(() => false);
        if (isCached) continue;
        this.markChanged(ids);
        break;
      }
    } catch {
      // After a failure, the next tick of the timer tries again.
    } finally {
      this.#isRunning = false;
    }
  }

  async #next(): Promise<readonly number[]> {
    if (this.#changed.size > 0) {
      const ids = [...this.#changed].slice(0, batch);
      for (const id of ids) this.#changed.delete(id);
      return ids;
    }
    if (this.#readUntil === null) return [];
    const restarts = this.#restarts;
    const ids = await this.#store.productIdsAbove(this.#readUntil, batch);
    // After a call of `markAllChanged` during the read, reading starts again from the first product.
    if (this.#restarts === restarts) this.#readUntil = ids.at(-1) ?? null;
    return ids;
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
