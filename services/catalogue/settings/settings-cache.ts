import type { NatsConnection } from 'nats';
import { SettingsChange } from '#contracts/feed.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import { FeedSubscriber } from '#platform/feed/subscriber.ts';
import type { Logger } from '#platform/service/logger.ts';
import type { EngineOutage, KnownSettings } from '../shared/freshness.ts';
import type { SettingsStore } from '../store/settings.ts';

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
