import type { SettingsChange } from '#contracts/feed.ts';
import {
  followSettings,
  ownSettings,
  readSettings,
  type StoreSettings,
  writeSettings,
} from '#contracts/settings.ts';
import { type ImplementedOperation, implement } from '#platform/bus/dispatcher.ts';
import type { EngineOutage, KnownSettings } from '../caches/freshness.ts';
import type { SettingsStore } from '../store/settings.ts';
import type { Ownership } from './ownership.ts';

interface SettingsDeps {
  readonly store: SettingsStore;
  /** Returns the settings from the cache. */
  current(): Promise<KnownSettings>;
  readonly outage: Pick<EngineOutage, 'isOngoing'>;
  readonly ownership: Pick<Ownership, 'requireUnfollowed'>;
  /** Publishes a change on the feed `settings`. */
  publish(number: number, change: SettingsChange): void;
}

/**
 * Returns the settings without undefined members. A parsed partial object has an undefined member for each missing
 * setting.
 */
function presentMembers(settings: { [Name in keyof StoreSettings]?: StoreSettings[Name] | undefined }) {
  const members = Object.entries(settings).filter(([, value]) => value !== undefined);
  return Object.fromEntries(members) as Partial<StoreSettings>;
}

/**
 * Returns the operations on the store's settings. Settings have their own MongoDB collection, so that settings can move
 * to a separate service.
 */
export function settingsOperations({
  store,
  current,
  outage,
  ownership,
  publish,
}: SettingsDeps): ImplementedOperation[] {
  const write = async (members: Parameters<typeof presentMembers>[0]) => {
    const { settings, number, changed } = await store.write(presentMembers(members));
    if (changed) publish(number, { settings });
    return { settings, number };
  };
  return [
    implement(readSettings, async () => (outage.isOngoing ? current() : { ...(await store.read()), age: 0 })),
    implement(writeSettings, async ({ settings }, context) => {
      const isOwn = Object.keys(presentMembers(settings)).every((name) => ownSettings.includes(name));
      if (!isOwn) await ownership.requireUnfollowed(context);
      return write(settings);
    }),
    implement(followSettings, ({ settings }) => write(settings)),
  ];
}
