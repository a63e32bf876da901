import { isDeepStrictEqual } from 'node:util';
import { type Connection, type Model, Schema } from 'mongoose';
import type { StoreSettings } from '#contracts/settings.ts';
import { isDuplicate, withQueryTimeout } from '#platform/mongodb/engine.ts';
import { defaultSettings, newStore } from '../model/store-settings.ts';

interface SettingsDocument {
  readonly _id: string;
  /** Number of the last change. */
  readonly number: number;
  readonly settings: Partial<StoreSettings>;
  /** The shop that is followed, and until when this holds, in Unix milliseconds; null if none is. */
  readonly followed?: { readonly url: string; readonly until: number } | null;
}

const schema = new Schema<SettingsDocument>(
  {
    _id: String,
    number: { type: Number, required: true },
    settings: Schema.Types.Mixed,
    followed: Schema.Types.Mixed,
  },
  { collection: 'settings', versionKey: false, autoIndex: false, minimize: false },
);

/** The current settings, and the number of their last change. */
interface NumberedSettings {
  readonly settings: StoreSettings;
  readonly number: number;
}

const id = 'store';

/** Stores the settings in MongoDB, in one document that contains the number of its last change. */
export class SettingsStore {
  readonly #settings: Model<SettingsDocument>;

  constructor(connection: Connection) {
    this.#settings = connection.model<SettingsDocument>('settings', schema);
  }

  /** Creates the document if it is missing. */
  async prepare(): Promise<void> {
    try {
      await this.#settings
        .updateOne({ _id: id }, { $setOnInsert: { number: 0, settings: newStore } }, { upsert: true })
        .exec();
    } catch (error) {
      // A duplicate means that another replica created the document at the same moment.
      if (!isDuplicate(error)) throw error;
    }
  }

  /** Returns all settings. A member that was never written has its default, also in groups such as `tax`. */
  async read(): Promise<NumberedSettings> {
    return withDefaults(
      await withQueryTimeout(this.#settings.findOne({ _id: id }).lean<SettingsDocument>().exec()),
    );
  }

  /** Returns the number of the last change. */
  async lastNumber(): Promise<number> {
    const found = await withQueryTimeout(
      this.#settings.findOne({ _id: id }, { number: 1 }).lean<Pick<SettingsDocument, 'number'>>().exec(),
    );
    return found?.number ?? 0;
  }

  /** Says which shop is followed until a time in Unix milliseconds; null if none is. */
  async follow(followed: NonNullable<SettingsDocument['followed']> | null): Promise<void> {
    const update = { $set: { followed }, $setOnInsert: { number: 0, settings: newStore } };
    await withQueryTimeout(this.#settings.updateOne({ _id: id }, update, { upsert: true }).exec());
  }

  /** Returns the address of the shop that is followed at a time; null if none is. */
  async followedShop(now: number): Promise<string | null> {
    const query = this.#settings.findOne({ _id: id }, { followed: 1 });
    const found = await withQueryTimeout(query.lean<Pick<SettingsDocument, 'followed'>>().exec());
    const { url, until } = found?.followed ?? { url: null, until: 0 };
    return now < until ? url : null;
  }

  /** Replaces the given members. `changed` is true if a given member differed from its stored value. */
  async write(members: Partial<StoreSettings>): Promise<NumberedSettings & { changed: boolean }> {
    const before = await this.read();
    const set = Object.entries(members).filter(
      ([name, value]) =>
        value !== undefined && !isDeepStrictEqual(value, before.settings[name as keyof StoreSettings]),
    );
    if (set.length === 0) return { ...before, changed: false };
    const paths = Object.fromEntries(set.map(([name, value]) => [`settings.${name}`, value]));
    const written = await withQueryTimeout(
      this.#settings
        .findOneAndUpdate(
          { _id: id },
          { $set: paths, $inc: { number: 1 } },
          { upsert: true, returnDocument: 'after' },
        )
        .lean<SettingsDocument>()
        .exec(),
    );
    return { ...withDefaults(written), changed: true };
  }
}

function withDefaults(document: SettingsDocument | null): NumberedSettings {
  const { settings: { address, currency, tax, ...members } = {}, number = 0 } = document ?? {};
  const groups = {
    address: { ...defaultSettings.address, ...address },
    currency: { ...defaultSettings.currency, ...currency },
    tax: { ...defaultSettings.tax, ...tax },
  };
  return { settings: { ...defaultSettings, ...members, ...groups }, number };
}
