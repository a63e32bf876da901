import type { SettingsChange } from '#contracts/feed.ts';
import { readSettings, type StoreSettings, writeSettings } from '#contracts/settings.ts';
import { implement, type Served } from '#platform/bus/implement.ts';
import type { SettingsStore } from './store/settings-store.ts';

/** What the operations on settings need. */
interface SettingsParts {
  readonly store: SettingsStore;
  /** Tells the feed `settings` of a change. */
  tell(number: number, change: SettingsChange): void;
}

/** Members that were given: in a parsed partial object the others are undefined. */
function given(settings: { [Name in keyof StoreSettings]?: StoreSettings[Name] | undefined }) {
  const members = Object.entries(settings).filter(([, value]) => value !== undefined);
  return Object.fromEntries(members) as Partial<StoreSettings>;
}

/** The store's settings: neighbours of the catalogue with a collection of their own, so that they can move out. */
export function settingsOperations({ store, tell }: SettingsParts): Served[] {
  return [
    implement(readSettings, () => store.read()),
    implement(writeSettings, async ({ settings: members }) => {
      const { settings, number, changed } = await store.write(given(members));
      if (changed) tell(number, { settings });
      return { settings, number };
    }),
  ];
}
