import { isDeepStrictEqual } from 'node:util';
import type { Collection, ImportCounts } from '#contracts/catalogue-import.ts';
import { type followSettings, readSettings, type StoreSettings, writeSettings } from '#contracts/settings.ts';
import { ServiceError } from '../errors/errors.ts';
import { Problem } from '../errors/problem.ts';
import { errorSentence } from '../sentences/errors.ts';
import { ShopFolder, type ShopSource } from './folder.ts';
import { type Note, Notes } from './notes.ts';
import {
  collectionsInDeletionOrder,
  missingIds,
  nothing,
  removeAll,
  type Services,
  type ShowProgress,
  sendAll,
  summedCounts,
} from './send.ts';
import { type AnyStream, checkShop, type Shop } from './shop.ts';

/** The result of an import: what was stored in each collection, and notes. */
export interface Report {
  readonly taken: Readonly<Record<string, ImportCounts>>;
  /** Records that were imported with a change. */
  readonly adjusted: readonly Note[];
  readonly leftOut: readonly Note[];
}

/** The result of a check: what an import would do. A check writes nothing. */
export interface CheckReport {
  /** Number of records per collection that would be imported. */
  readonly checked: Readonly<Record<string, number>>;
  /** Number of stored records per collection that would be removed. Variations go with their products. */
  readonly removed: Readonly<Record<string, number>>;
  readonly adjusted: readonly Note[];
  readonly leftOut: readonly Note[];
}

/** A checked shop, and what the import needs to send the shop to the services. */
interface Checked extends Shop {
  readonly folder: ShopFolder;
  readonly services: Services;
  readonly current: StoreSettings;
  readonly notes: Notes;
  readonly show: ShowProgress;
}

/** Who imports: the connection to the services, opened after the shop's folder, and what shows the progress. */
export interface Importer {
  connect(): Promise<Services & AsyncDisposable>;
  readonly show: ShowProgress;
}

/**
 * Returns what an import of a folder would store, remove and leave out. Writes nothing. Conflicts that only
 * the services know, such as a SKU in use, appear only during the import.
 *
 * @throws Problem that names the file and the record of an invalid value
 */
export function checkWooCommerce(
  importer: Importer,
  source: ShopSource,
  reset: boolean,
): Promise<CheckReport> {
  return withChecked(importer, source, async (checked) => {
    const { settings, current, streams, notes } = checked;
    const counted = Object.entries(listCounts(settings, current));
    const numbers = {
      settings: Object.keys(settings).length,
      ...Object.fromEntries(
        counted.map(([name, { created, changed, unchanged }]) => [name, created + changed + unchanged]),
      ),
      ...Object.fromEntries(streams.map(({ collection, ids }) => [collection, ids.size])),
    };
    const removed = Object.fromEntries(counted.map(([name, one]) => [name, one.removed]));
    for (const { collection, ids } of await removals(checked, reset)) removed[collection] = ids.length;
    return { checked: numbers, removed, adjusted: notes.adjusted, leftOut: notes.leftOut };
  });
}

/**
 * Imports a shop from a folder of WooCommerce's JSON. Checks all data before the first write. A repeated
 * import does not write unchanged records.
 *
 * First deletes the stored records that the folder's lists lack or that are in the trash, see `removals`. Accounts and
 * settings that the folder lacks are kept.
 *
 * @throws Problem that names the file and the record of an invalid value
 */
export function importWooCommerce(importer: Importer, source: ShopSource, reset: boolean): Promise<Report> {
  return withChecked(importer, source, async (checked) => {
    const { settings, streams, services, current, notes, show } = checked;
    let removed: Record<string, ImportCounts> = {};
    for (const one of await removals(checked, reset)) {
      removed = summedCounts(removed, await removeAll(services, one, show));
    }
    let taken = await sendSettings(services, writeSettings, { settings, current });
    for (const stream of streams) taken = { ...taken, ...(await sendStream(services, stream, show)) };
    taken = summedCounts(taken, removed);
    return { taken, adjusted: notes.adjusted, leftOut: notes.leftOut };
  });
}

/** Reads and checks a shop's folder. Then calls `act` while the folder's files and the connection are open. */
async function withChecked<T>(
  { connect, show }: Importer,
  source: ShopSource,
  act: (checked: Checked) => Promise<T>,
): Promise<T> {
  const watch = (file: string, done: number, total: number) => show(`bytes of ${file}`, done, total);
  const folder = await ShopFolder.open(source.folder, watch, source.gaps);
  await using services = await connect();
  const { settings: current } = await services.request(readSettings, {});
  const notes = new Notes(source.notes);
  await using variations = await folder.lists('variations.json');
  const shop = await checkShop(folder, variations, current, notes);
  return await act({ ...shop, folder, services, current, notes, show });
}

/** Stored records that an import deletes. */
interface Removal {
  readonly collection: Collection;
  readonly ids: readonly number[];
}

/**
 * Returns the stored records to delete, in the order of their deletion: those that the folder's list lacks or that are in
 * the trash. Nothing is deleted because of a list that may be incomplete, nor because of a file that the folder lacks.
 * Records that cannot be read stay as they are.
 *
 * With `reset`, also the records of collections without a file, and those that the folder has but the import leaves out.
 */
async function removals({ folder, streams, services, notes }: Checked, reset: boolean): Promise<Removal[]> {
  // If a list is incomplete, records of other lists may be left out for this reason, such as reviews of a product.
  const isStrict = reset && folder.gaps.size === 0;
  const found: Removal[] = [];
  for (const collection of collectionsInDeletionOrder) {
    const stream = streams.find((one) => one.collection === collection);
    if (stream ? folder.gaps.has(stream.file) : !reset) continue;
    // Without the id of a record, it is unknown which stored records the shop has.
    if (stream?.isIncomplete) {
      notes.leaveOut(`${collection} to be removed`, 'a record without a readable id may be one of them');
      continue;
    }
    const known = isStrict && stream ? [...stream.ids, ...stream.unreadIds] : (stream?.listedIds ?? []);
    found.push({ collection, ids: await missingIds(services, { collection, ids: new Set(known) }) });
  }
  return found.filter(({ ids }) => ids.length > 0);
}

/** Sends the records of a collection. Returns the results by kind of record. */
export async function sendStream(
  services: Services,
  stream: AnyStream,
  show: ShowProgress,
): Promise<Record<string, ImportCounts>> {
  const { collection, ids } = stream;
  let done = 0;
  const outcomes = await sendAll(services, stream.requests(), (count) => {
    done += count;
    show(collection, done, ids.size);
  }).catch((error: unknown) => {
    if (!(error instanceof ServiceError) || error.code !== 'service_invalid_request') throw error;
    throw new Problem(
      `${collection} were refused after ${done} of ${ids.size}: ${errorSentence(error)} What came before is kept; ` +
        'put this right and import again. A record that was made here keeps its SKU or code until it is deleted',
      'refused',
    );
  });
  const names: readonly string[] = collection === 'products' ? ['products', 'variations'] : [collection];
  const none: Record<string, ImportCounts> = Object.fromEntries(names.map((name) => [name, nothing]));
  return { ...none, ...outcomes };
}

/**
 * Functions that read a list from the settings: the tax rates and the shipping zones. The report shows the number of
 * their entries under these names. A function returns undefined if the settings lack the list.
 */
const lists = {
  taxRates: ({ tax }: Partial<StoreSettings>) => tax?.rates,
  shippingZones: ({ shippingZones }: Partial<StoreSettings>) => shippingZones,
};

/**
 * Returns how many records are created, changed, unchanged and removed when the list `after` replaces the list
 * `before`.
 */
function replaced(
  before: readonly { readonly id: number }[],
  after: readonly { readonly id: number }[],
): ImportCounts {
  const current = new Map(before.map((one) => [one.id, one]));
  const created = after.filter(({ id }) => !current.has(id)).length;
  const unchanged = after.filter((one) => isDeepStrictEqual(one, current.get(one.id))).length;
  const named = new Set(after.map(({ id }) => id));
  const removed = before.filter(({ id }) => !named.has(id)).length;
  return { created, unchanged, changed: after.length - created - unchanged, removed };
}

/** Returns, by name, how an import changes the lists of the settings. */
function listCounts(settings: Partial<StoreSettings>, current: StoreSettings): Record<string, ImportCounts> {
  const counted = Object.entries(lists).flatMap(([name, of]) => {
    const after = of(settings);
    return after ? [[name, replaced(of(current) ?? [], after)] as const] : [];
  });
  return Object.fromEntries(counted);
}

/** Stores the settings of a shop by an operation, unless they are current. Returns the results by kind of record. */
export async function sendSettings(
  services: Services,
  write: typeof writeSettings | typeof followSettings,
  { settings, current }: { readonly settings: Partial<StoreSettings>; readonly current: StoreSettings },
): Promise<Record<string, ImportCounts>> {
  const members = Object.entries(settings);
  const changed = members.filter(
    ([name, value]) => !isDeepStrictEqual(value, current[name as keyof StoreSettings]),
  );
  if (changed.length > 0) await services.request(write, { settings });
  return {
    settings: { ...nothing, changed: changed.length, unchanged: members.length - changed.length },
    ...listCounts(settings, current),
  };
}
