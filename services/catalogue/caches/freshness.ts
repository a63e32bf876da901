import type { NatsConnection } from 'nats';
import { SettingsChange } from '#contracts/feed.ts';
import type { AsOf } from '#contracts/product.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import { unavailable } from '#platform/errors/errors.ts';
import { FeedSubscriber } from '#platform/feed/subscriber.ts';
import type { Engine } from '#platform/mongodb/engine.ts';
import type { Logger } from '#platform/service/logger.ts';
import type { Counter } from '../store/changes.ts';
import type { SettingsStore } from '../store/settings.ts';

/**
 * The freshness of data. `number` is the last change that the data include. `age` is the time since the data
 * were last confirmed as current, in milliseconds.
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
 * Returns the settings and the freshness of an answer. Must be called before all other reads, because the data
 * must not be older than this freshness.
 */
export async function settingsWithFreshness(deps: {
  readonly products: { freshness(): Promise<Freshness> };
  settings(): Promise<KnownSettings>;
}): Promise<{ readonly settings: StoreSettings; readonly asOf: AsOf }> {
  const [catalogue, store] = await Promise.all([deps.products.freshness(), deps.settings()]);
  const age = Math.round(Math.max(catalogue.age, store.age));
  return { settings: store.settings, asOf: { catalogue: catalogue.number, settings: store.number, age } };
}

/** Returns the freshness of an answer after a part was added: the lower number and the greater age of the two. */
export function withPart(asOf: AsOf, { number, age }: Freshness): AsOf {
  return {
    ...asOf,
    catalogue: Math.min(asOf.catalogue, number),
    age: Math.round(Math.max(asOf.age, age)),
  };
}

/** Decides whether a cache or a secondary may answer while MongoDB has no primary. */
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

  /**
   * Returns whether a cache may answer with stale data: only during an outage, and while `feed.age` is at most
   * `staleForMs`.
   */
  allowsStale(feed: { readonly age: number }): boolean {
    return this.isOngoing && feed.age <= this.#staleForMs;
  }

  /**
   * Returns the last confirmed number of a feed, and the milliseconds since its confirmation.
   *
   * @throws ServiceError `service_unavailable` if data of this age are too old
   */
  lastKnown(feed: Freshness): Freshness {
    if (!this.allowsStale(feed)) throw unavailable('MongoDB has been away for too long');
    return { number: feed.number, age: feed.age };
  }

  /**
   * Runs `work` on the primary. While MongoDB has no primary, runs `work` on a secondary that includes change `least`.
   *
   * @throws ServiceError `service_unavailable` if the secondary lacks change `least`
   */
  async read<T>(least: number, work: () => Promise<T>): Promise<T> {
    if (!this.isOngoing) return work();
    return this.#engine.atSecondary(async () => {
      if ((await this.#lastNumber()) < least) throw unavailable('the secondary is behind');
      return work();
    });
  }
}

/**
 * Caches the settings in this replica's memory, because every answer about products needs settings. The feed `settings`
 * keeps the cache current.
 */
export class SettingsCache {
  readonly #store: SettingsStore;
  readonly #outage: EngineOutage;
  readonly #feed: FeedSubscriber;
  #cached: StoreSettings | null = null;

  constructor(nats: NatsConnection, store: SettingsStore, outage: EngineOutage, logger: Logger) {
    this.#store = store;
    this.#outage = outage;
    const listener = {
      snapshot: async () => {
        const { settings, number } = await store.read();
        this.#cached = settings;
        return number;
      },
      apply: (change: unknown) => {
        this.#cached = SettingsChange.parse(change).settings;
      },
    };
    this.#feed = new FeedSubscriber(nats, 'settings', listener, logger);
  }

  /**
   * Returns the settings and the number of their last change. While the feed is current, the settings come from the
   * cache, otherwise from MongoDB. While MongoDB is unavailable, the cached settings may be stale.
   */
  async current(): Promise<KnownSettings> {
    const { current, number } = this.#feed;
    if (this.#cached && current) return { settings: this.#cached, number, age: 0 };
    if (this.#cached && this.#outage.isOngoing)
      return { settings: this.#cached, ...this.#outage.lastKnown(this.#feed) };
    return { ...(await this.#store.read()), age: 0 };
  }

  close(): void {
    this.#feed.close();
  }
}
