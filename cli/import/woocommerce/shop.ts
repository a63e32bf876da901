import { z } from 'zod';
import type { StoreSettings } from '#contracts/settings.ts';
import type { Notes } from '../notes.ts';
import { TermsOfAttributes } from './attributes.ts';
import { customerSource } from './customer-source.ts';
import type { Lists, ShopFolder } from './folder.ts';
import { mediaFile, mediaOf } from './media.ts';
import { leaveOrphans, productSource } from './product-source.ts';
import { RecordStream } from './record-stream.ts';
import { WooTerm } from './schemas.ts';
import { settingsFiles, settingsOf } from './settings-files.ts';
import { couponSource, reviewSource, termStreams } from './sources.ts';
import { notePlugins, pluginsFile } from './unsupported.ts';
import { validated } from './validation.ts';

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
  pluginsFile,
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
export type AnyStream = Pick<RecordStream<{ id: number }>, 'collection' | 'ids' | 'requests'>;

/** Schema of an object that contains a list for each id. PHP may write an empty object as an empty array. */
const ListsById = z.union([
  z.array(z.never()).transform((): Record<string, unknown[]> => ({})),
  z.record(z.string().regex(/^\d{1,15}$/, 'must be an id'), z.array(z.unknown())),
]);

async function termsOf(folder: ShopFolder): Promise<(readonly [number, WooTerm[]])[]> {
  if (!folder.has(termsFile)) return [];
  const lists = validated(termsFile, await folder.whole(termsFile), ListsById);
  return Object.entries(lists).map(
    ([id, list]) => [Number(id), list.map((one) => validated(termsFile, one, WooTerm))] as const,
  );
}

/**
 * Reads a shop's folder, checks every record and returns the data to send. `current` are the settings of this
 * system.
 *
 * @throws Problem that names the invalid file. If a single record is invalid, the message also names the record.
 */
export async function checkShop(
  folder: ShopFolder,
  variations: Lists,
  current: StoreSettings,
  notes: Notes,
): Promise<Shop> {
  const settings = await settingsOf(folder, current, notes);
  await notePlugins(folder, notes);
  const { decimals } = settings.currency ?? current.currency;
  const terms = await termsOf(folder);
  const media = await mediaOf(folder);
  const kinds = termStreams(folder, terms, media);
  for (const stream of kinds) await stream.check(notes);

  const roles = settings.customerRoles ?? current.customerRoles;
  const context = { terms: new TermsOfAttributes(terms), decimals, roles, media };
  const products = new RecordStream(productSource(folder, variations, context));
  await products.check(notes);
  leaveOrphans(variations, notes);
  const streams: AnyStream[] = [...kinds, products];
  if (folder.has('reviews.json')) {
    const reviews = new RecordStream(await reviewSource(folder, products.ids));
    await reviews.check(notes);
    streams.push(reviews);
  }
  if (folder.has('coupons.json')) {
    const coupons = new RecordStream(couponSource(folder, decimals));
    await coupons.check(notes);
    streams.push(coupons);
  }
  if (folder.has('customers.json')) {
    const customers = new RecordStream(customerSource(folder, roles, notes));
    await customers.check(notes);
    streams.push(customers);
  }
  for (const file of folder.others(importedFiles)) {
    notes.leaveOut(file, reasons[file] ?? 'the file is not known', await folder.count(file));
  }
  return { settings, streams };
}
