import type { AsOf } from '#contracts/product.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import { unavailable } from '#platform/errors/errors.ts';
import type { Engine } from '#platform/mongodb/engine.ts';
import type { Counter } from '../store/counter.ts';

/**
 * The freshness of data: the number of the last change that the data includes, and for how long that could not be
 * confirmed (`age`, milliseconds).
 */
export interface Freshness {
  readonly number: number;
  readonly age: number;
}

/** The settings of the store, with their freshness. */
export interface KnownSettings extends Freshness {
  readonly settings: StoreSettings;
}

/**
 * Returns the settings, and the freshness of an answer that is made from data read after this call. Call it before
 * any other read.
 */
export async function settingsWithFreshness(deps: {
  readonly products: { freshness(): Promise<Freshness> };
  settings(): Promise<KnownSettings>;
}): Promise<{ readonly settings: StoreSettings; readonly asOf: AsOf }> {
  const [catalogue, store] = await Promise.all([deps.products.freshness(), deps.settings()]);
  const age = Math.round(Math.max(catalogue.age, store.age));
  return { settings: store.settings, asOf: { catalogue: catalogue.number, settings: store.number, age } };
}

/** Returns the freshness of an answer that also contains data of another freshness: the older of both. */
export function withPart(asOf: AsOf, { number, age }: Freshness): AsOf {
  return {
    ...asOf,
    catalogue: Math.min(asOf.catalogue, number),
    age: Math.round(Math.max(asOf.age, age)),
  };
}

/** Decides what may be read while MongoDB has no primary, and from where. */
export class EngineOutage {
  readonly #engine: Pick<Engine, 'breaker' | 'atSecondary'>;
  readonly #lastNumber: () => Promise<number>;
  readonly #staleForMs: number;

  constructor(engine: Pick<Engine, 'breaker' | 'atSecondary'>, counter: Counter, staleForMs: number) {
    this.#engine = engine;
    this.#lastNumber = () => counter.last();
    this.#staleForMs = staleForMs;
  }

  get isOngoing(): boolean {
    return this.#engine.breaker !== 'closed';
  }

  /** Returns whether data that a feed keeps current may be returned although its freshness cannot be confirmed. */
  allowsStale(feed: { readonly age: number }): boolean {
    return this.isOngoing && feed.age <= this.#staleForMs;
  }

  /** Returns the last confirmed state of a feed. @throws ServiceError `service_unavailable` when it is too old */
  lastKnown(feed: Freshness): Freshness {
    if (!this.allowsStale(feed)) throw unavailable('MongoDB has been away for too long');
    return { number: feed.number, age: feed.age };
  }

  /**
   * Runs `work` on the primary or, while there is none, on a secondary whose snapshot includes change `least`.
   *
   * @throws ServiceError `service_unavailable` if the secondary lacks that change
   */
  async read<T>(least: number, work: () => Promise<T>): Promise<T> {
    if (!this.isOngoing) return work();
    return this.#engine.atSecondary(async () => {
      if ((await this.#lastNumber()) < least) throw unavailable('the secondary is behind');
      return work();
    });
  }
}
