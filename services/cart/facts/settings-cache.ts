import { SettingsChange } from '#contracts/feed.ts';
import { readSettings, type StoreSettings } from '#contracts/settings.ts';
import type { Caller } from '#platform/bus/caller.ts';
import { unavailable } from '#platform/errors/errors.ts';
import type { FeedListener } from '#platform/feed/subscriber.ts';

/** Caches the store's settings and follows the feed `settings`. */
export class SettingsCache implements FeedListener {
  readonly #caller: Caller;
  readonly #changed: () => void;
  #settings: StoreSettings | null = null;

  /** `changed` is called whenever the settings may have changed. */
  constructor(caller: Caller, changed: () => void) {
    this.#caller = caller;
    this.#changed = changed;
  }

  /** The current settings. @throws ServiceError `service_unavailable` before the settings were received */
  get settings(): StoreSettings {
    if (!this.#settings) throw unavailable("the store's settings are not known yet");
    return this.#settings;
  }

  get known(): boolean {
    return this.#settings !== null;
  }

  async snapshot(): Promise<number> {
    const context = { requestId: 'feed', deadline: Date.now() + 2_000, claim: null };
    const { settings, number, age } = await this.#caller.request(readSettings, {}, context);
    if (age > 0) throw unavailable('the settings are not confirmed');
    this.#settings = settings;
    this.#changed();
    return number;
  }

  apply(change: unknown): void {
    this.#settings = SettingsChange.parse(change).settings;
    this.#changed();
  }
}
