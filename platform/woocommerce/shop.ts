import { z } from 'zod';
import type { StoreSettings } from '#contracts/settings.ts';
import { Problem } from '../errors/problem.ts';
import { zoneOf } from '../time/shop-time.ts';
import { TermsOfAttributes } from './attributes.ts';
import { couponSource } from './coupons.ts';
import { customerSource } from './customers.ts';
import { list, objectOrNull } from './fields.ts';
import type { ShopFiles, VariationLists } from './folder.ts';
import type { Notes } from './notes.ts';
import { wholeFile } from './notes.ts';
import { type Media, mediaFile, mediaOf } from './pictures.ts';
import { notePlugins, pluginsFile } from './plugins.ts';
import { leaveOrphans, productSource } from './products.ts';
import { RecordStream } from './record-stream.ts';
import { settingsFiles, settingsOf } from './settings.ts';
import { TermCounts, type TermEntries, termStreams, WooTerm } from './terms.ts';

const termsFile = 'attribute-terms.json';

/** Files of WooCommerce that an import ignores, with the reason. */
const reasons: Readonly<Record<string, string>> = {
  'credentials.json': "is no part of WooCommerce's interface",
  'tax-classes.json': 'the classes that count are named by tax rates and products',
};

/** Names of the files whose data an import uses. */
const importedFiles: ReadonlySet<string> = new Set([
  ...settingsFiles,
  termsFile,
  mediaFile,
  'products.json',
  'variations.json',
  'categories.json',
  'tags.json',
  'brands.json',
  'attributes.json',
  'shipping-classes.json',
  'reviews.json',
  'coupons.json',
  'customers.json',
]);

/** A shop's data after all checks, ready to be sent. */
export interface Shop {
  readonly settings: Partial<StoreSettings>;
  /** The records, one stream for each collection, in the order in which they are sent. */
  readonly streams: readonly AnyStream[];
}

/** A record stream without the type of its records. */
export type AnyStream = Pick<
  RecordStream<{ id: number }>,
  'collection' | 'file' | 'ids' | 'listedIds' | 'unreadIds' | 'isIncomplete' | 'requests'
>;

/** Schema of an object that contains a list for each id. PHP may write an empty object as an empty array. */
const ListsById = objectOrNull(
  z.record(z.string().regex(/^\d{1,15}$/, 'must be an id'), list(z.unknown())),
).transform((lists) => lists ?? {});

async function termsOf(folder: ShopFiles): Promise<TermEntries> {
  if (!folder.has(termsFile)) return [];
  const lists = wholeFile(termsFile, await folder.whole(termsFile), ListsById);
  return Object.entries(lists).map(([id, entries]) => [Number(id), entries] as const);
}

/** Returns the terms that can be read. The others get a note when their stream is checked. */
function readableTerms(terms: TermEntries): (readonly [number, WooTerm[]])[] {
  return terms.map(([id, entries]) => {
    const read = entries.map((one) => WooTerm.safeParse(one));
    return [id, read.flatMap(({ data }) => (data ? [data] : []))] as const;
  });
}

/** Collects what is wrong with the files of a shop, so that one error names all of it. */
class Faults {
  readonly #messages = new Set<string>();

  /** Returns what `read` returns; `otherwise` if a file cannot be read. */
  async of<T>(otherwise: T, read: () => Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof Problem) || error.kind !== 'refused') throw error;
      this.#messages.add(error.message.replace(/; nothing was changed$/, ''));
      return otherwise;
    }
  }

  /** Throws a Problem if a file cannot be read. The message also names the records that cannot be read. */
  refuse(notes: Notes): void {
    if (this.#messages.size === 0) return;
    const records = notes.leftOut.filter(({ what }) => what.includes('.json, '));
    const all = [...this.#messages, ...records.map(({ what, why }) => `${what}: ${why}`)];
    throw new Problem(`${all.join('; ')}; nothing was changed`, 'refused');
  }
}

/** Adds a note for each list that may be incomplete. */
function noteGaps(folder: ShopFiles, notes: Notes): void {
  for (const [file, why] of folder.gaps) {
    notes.leaveOut(
      `part of ${file}`,
      `${why}. What came is taken, and nothing is removed because of this list`,
    );
  }
}

/**
 * Reads a shop's files, checks every record and returns the data to send. `current` are the settings of this system. If
 * the files have only some records of the shop (`isPart`), reviews of products that are not among them are kept.
 *
 * @throws Problem that names the files that cannot be read. A record that cannot be read is left out, with a note
 */
export async function checkShop(
  folder: ShopFiles,
  variations: VariationLists,
  current: StoreSettings,
  notes: Notes,
  isPart = false,
): Promise<Shop> {
  noteGaps(folder, notes);
  const faults = new Faults();
  for (const file of [...settingsFiles, termsFile, pluginsFile])
    await faults.of(null, () => folder.whole(file));
  const settings = await faults.of({} as Partial<StoreSettings>, () => settingsOf(folder, current, notes));
  await faults.of(undefined, () => notePlugins(folder, notes));
  const { decimals, decimalSeparator } = settings.currency ?? current.currency;
  const zone = zoneOf({ ...current, ...settings });
  const format = { decimals, decimalSeparator, zone };
  const terms = await faults.of([], () => termsOf(folder));
  const media = await faults.of(new Map() as Media, () => mediaOf(folder, notes));
  const counts = new TermCounts();
  const kinds = termStreams(folder, terms, media, counts);
  for (const stream of kinds) await faults.of(undefined, () => stream.check(notes));

  const roles = settings.customerRoles ?? current.customerRoles;
  const language = settings.language ?? current.language;
  const context = { ...format, terms: new TermsOfAttributes(readableTerms(terms), language), roles, media };
  const products = new RecordStream(productSource(folder, variations, context));
  await faults.of(undefined, () => products.check(notes, (product) => counts.addProduct(product)));
  await faults.of(undefined, async () => leaveOrphans(variations, notes));
  const streams: AnyStream[] = [...kinds, products];
  if (folder.has('reviews.json')) {
    // A product that cannot be read may be stored, so its reviews are imported.
    const isImported = (id: number) => isPart || products.ids.has(id) || products.unreadIds.has(id);
    // The HTML sanitizer is loaded only for shops with reviews, because loading takes time.
    const { reviewSource } = await import('./reviews.ts');
    const reviews = new RecordStream(reviewSource(folder, isImported, zone));
    await faults.of(undefined, () => reviews.check(notes));
    streams.push(reviews);
  }
  if (folder.has('coupons.json')) {
    const coupons = new RecordStream(couponSource(folder, format));
    await faults.of(undefined, () => coupons.check(notes));
    streams.push(coupons);
  }
  if (folder.has('customers.json')) {
    const customers = new RecordStream(customerSource(folder, { roles, zone }, notes));
    await faults.of(undefined, () => customers.check(notes));
    streams.push(customers);
  }
  for (const file of folder.others(importedFiles)) {
    const count = await faults.of(0, () => folder.count(file));
    notes.leaveOut(file, reasons[file] ?? 'the file is not known', count);
  }
  faults.refuse(notes);
  return { settings, streams };
}
