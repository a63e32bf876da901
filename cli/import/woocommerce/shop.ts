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

/** Why the records of a file are left out. */
const reasons: Readonly<Record<string, string>> = {
  'credentials.json': "is no part of WooCommerce's interface",
  'tax-classes.json': 'the classes that count are named by tax rates and products',
};

/** Files that are imported. */
const known: ReadonlySet<string> = new Set([
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

/** A checked shop, ready to send. */
export interface Shop {
  readonly settings: Partial<StoreSettings>;
  /** In sending order. */
  readonly streams: readonly AnyStream[];
}

/** A stream of any records. */
export type AnyStream = Pick<RecordStream<{ id: number }>, 'collection' | 'ids' | 'requests'>;

/** An object of lists by id. PHP may write an empty one as an empty array. */
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
 * Reads a shop's folder and checks every record, so that nothing is sent if anything is wrong. `held` are the
 * store's current settings.
 *
 * @throws Problem naming the file, and the record where one does not fit
 */
export async function checkShop(
  folder: ShopFolder,
  variations: Lists,
  held: StoreSettings,
  notes: Notes,
): Promise<Shop> {
  const settings = await settingsOf(folder, held, notes);
  await notePlugins(folder, notes);
  const { decimals } = settings.currency ?? held.currency;
  const terms = await termsOf(folder);
  const media = await mediaOf(folder);
  const kinds = termStreams(folder, terms, media);
  for (const stream of kinds) await stream.check(notes);

  const roles = settings.customerRoles ?? held.customerRoles;
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
  for (const file of folder.others(known)) {
    notes.leaveOut(file, reasons[file] ?? 'the file is not known', await folder.count(file));
  }
  return { settings, streams };
}
