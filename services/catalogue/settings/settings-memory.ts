import type { NatsConnection } from 'nats';
import { SettingsChange } from '#contracts/feed.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import { FeedSubscriber } from '#platform/feed/subscriber.ts';
import type { Logger } from '#platform/service/logger.ts';
import type { SettingsStore } from './store/settings-store.ts';

/** The settings in this replica's memory, kept up to date by the feed: reading a product needs them every time. */
export class SettingsMemory {
  readonly #store: SettingsStore;
  readonly #feed: FeedSubscriber;
  #held: StoreSettings | null = null;

  constructor(nats: NatsConnection, store: SettingsStore, logger: Logger) {
    this.#store = store;
    const listener = {
      snapshot: async () => {
        const { settings, number } = await store.read();
        this.#held = settings;
        return number;
      },
      apply: (change: unknown) => {
        this.#held = SettingsChange.parse(change).settings;
      },
    };
    this.#feed = new FeedSubscriber(nats, 'settings', listener, logger);
  }

  /** The settings and the number of their last change: out of memory while the feed is heard, else out of the store. */
  async current(): Promise<{ settings: StoreSettings; number: number }> {
    if (this.#held && this.#feed.current) return { settings: this.#held, number: this.#feed.number };
    return this.#store.read();
  }

  close(): void {
    this.#feed.close();
  }
}
