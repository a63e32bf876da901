import { isDeepStrictEqual } from 'node:util';
import type { ImportCounts } from '#contracts/catalogue-import.ts';
import { readSettings, type StoreSettings, writeSettings } from '#contracts/settings.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import type { Bus } from '../../bus.ts';
import type { Host } from '../../host.ts';
import { type Progress, progress } from '../../output/progress.ts';
import { Problem } from '../../problem.ts';
import { Notes } from '../notes.ts';
import { collectionsInDeletionOrder, removeOthers } from '../remove.ts';
import { type CheckReport, nothing, type Report, summedCounts } from '../report.ts';
import { sendAll } from '../send.ts';
import { ShopFolder } from './folder.ts';
import { type AnyStream, checkShop, type Shop } from './shop.ts';

/** A checked shop, and what the import needs to send the shop to the services. */
interface Checked extends Shop {
  readonly bus: Bus;
  readonly current: StoreSettings;
  readonly notes: Notes;
  readonly bar: Progress;
}

/** Reads and checks a shop's folder. Then calls `act` while the folder's files and the connection are open. */
async function withChecked<T>(host: Host, path: string, act: (checked: Checked) => Promise<T>): Promise<T> {
  const bar = progress(host);
  try {
    const folder = await ShopFolder.open(path, (file, done, total) =>
      bar.show(`bytes of ${file}`, done, total),
    );
    await using bus = await host.connect();
    const { settings: current } = await bus.request(readSettings, {});
    const notes = new Notes();
    await using variations = await folder.lists('variations.json');
    const shop = await checkShop(folder, variations, current, notes);
    return await act({ ...shop, bus, current, notes, bar });
  } finally {
    bar.end();
  }
}

/**
 * Returns what an import of a folder would store, change and leave out. Writes nothing. Conflicts that only
 * the services know, such as a SKU in use, appear only during the import.
 *
 * @throws Problem that names the file and the record of an invalid value
 */
export function checkWooCommerce(host: Host, path: string): Promise<CheckReport> {
  return withChecked(host, path, async ({ settings, streams, notes }) => {
    const counted = Object.entries(lists).map(([name, of]) => [name, of(settings)?.length ?? 0] as const);
    const records = streams.map(({ collection, ids }) => [collection, ids.size] as const);
    const checked = {
      settings: Object.keys(settings).length,
      ...Object.fromEntries([...counted, ...records]),
    };
    return { checked, adjusted: notes.adjusted, leftOut: notes.leftOut };
  });
}

/**
 * Imports a shop from a folder of WooCommerce's JSON. Checks all data before the first write. A repeated
 * import does not write unchanged records.
 *
 * If `reset` is set, first deletes all catalogue records that the folder lacks, even in collections without a
 * file. Accounts and settings that the folder lacks are kept.
 *
 * @throws Problem that names the file and the record of an invalid value
 */
export function importWooCommerce(host: Host, path: string, reset: boolean): Promise<Report> {
  return withChecked(host, path, async ({ settings, streams, bus, current, notes, bar }) => {
    const removed = reset ? await removeMissing(bus, streams, bar, notes) : {};
    let taken = await sendSettings(bus, settings, current);
    for (const stream of streams) taken = { ...taken, ...(await sendStream(bus, stream, bar)) };
    taken = summedCounts(taken, removed);
    return { taken, adjusted: notes.adjusted, leftOut: notes.leftOut };
  });
}

/** Deletes all catalogue records that the folder lacks. Records that cannot be read stay as they are. Returns the numbers of deleted records by kind. */
async function removeMissing(
  bus: Bus,
  streams: readonly AnyStream[],
  bar: Progress,
  notes: Notes,
): Promise<Record<string, ImportCounts>> {
  let removed: Record<string, ImportCounts> = {};
  for (const collection of collectionsInDeletionOrder) {
    const stream = streams.find((one) => one.collection === collection);
    // Without the id of a record, it is unknown which stored records the shop has.
    if (stream?.isIncomplete) {
      notes.leaveOut(`${collection} to be removed`, 'a record without a readable id may be one of them');
      continue;
    }
    const ids = new Set([...(stream?.ids ?? []), ...(stream?.unreadIds ?? [])]);
    removed = summedCounts(removed, await removeOthers(bus, { collection, ids }, bar));
  }
  return removed;
}

/** Sends the records of a collection. Returns the results by kind of record. */
async function sendStream(bus: Bus, stream: AnyStream, bar: Progress): Promise<Record<string, ImportCounts>> {
  const { collection, ids } = stream;
  let done = 0;
  const outcomes = await sendAll(bus, stream.requests(), (count) => {
    done += count;
    bar.show(collection, done, ids.size);
  }).catch((error: unknown) => {
    if (!(error instanceof ServiceError) || error.code !== 'service_invalid_request') throw error;
    const { message } = error;
    throw new Problem(
      `${collection} were refused after ${done} of ${ids.size}: ${message} What came before is kept; ` +
        'put this right and import again, with --reset if a stored record conflicts',
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

async function sendSettings(
  bus: Bus,
  settings: Partial<StoreSettings>,
  current: StoreSettings,
): Promise<Record<string, ImportCounts>> {
  const members = Object.entries(settings);
  const changed = members.filter(
    ([name, value]) => !isDeepStrictEqual(value, current[name as keyof StoreSettings]),
  );
  if (changed.length > 0) await bus.request(writeSettings, { settings });
  const outcomes = Object.entries(lists).flatMap(([name, of]) => {
    const after = of(settings);
    return after ? [[name, replaced(of(current) ?? [], after)] as const] : [];
  });
  return {
    settings: { ...nothing, changed: changed.length, unchanged: members.length - changed.length },
    ...Object.fromEntries(outcomes),
  };
}
