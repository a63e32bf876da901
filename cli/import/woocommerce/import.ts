import { isDeepStrictEqual } from 'node:util';
import type { Outcome } from '#contracts/catalogue-import.ts';
import { readSettings, type StoreSettings, writeSettings } from '#contracts/settings.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import type { Bus } from '../../bus.ts';
import type { Host } from '../../host.ts';
import { type Progress, progress } from '../../output/progress.ts';
import { Problem } from '../../problem.ts';
import { Notes } from '../notes.ts';
import { everything, removeOthers } from '../remove.ts';
import { type CheckReport, joinedOutcomes, nothing, type Report } from '../report.ts';
import { sendAll } from '../send.ts';
import { ShopFolder } from './folder.ts';
import { type AnyStream, checkShop, type Shop } from './shop.ts';

/** A shop that was read and checked, and the means to send it. */
interface Checked extends Shop {
  readonly bus: Bus;
  readonly held: StoreSettings;
  readonly notes: Notes;
  readonly bar: Progress;
}

/** Reads and checks a shop's folder, and calls `act` while its files and the bus are open. */
async function withChecked<T>(host: Host, path: string, act: (checked: Checked) => Promise<T>): Promise<T> {
  const bar = progress(host);
  try {
    const folder = await ShopFolder.open(path, (file, done, total) =>
      bar.show(`bytes of ${file}`, done, total),
    );
    await using bus = await host.connect();
    const { settings: held } = await bus.request(readSettings, {});
    const notes = new Notes();
    await using variations = await folder.lists('variations.json');
    const shop = await checkShop(folder, variations, held, notes);
    return await act({ ...shop, bus, held, notes, bar });
  } finally {
    bar.end();
  }
}

/**
 * Reports what an import of a folder would store, change and leave out, without writing. Conflicts that only
 * the services know, such as a SKU or username in use, appear in the import itself.
 *
 * @throws Problem as the import does
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
 * Imports a shop from a folder of WooCommerce's JSON. Everything is checked before anything is written;
 * unchanged records are not written again, so it may be repeated. `reset` first deletes what the folder
 * lacks, including collections without a file, so that no SKU or code of another shop is in the way. Settings
 * that the folder lacks stay.
 *
 * @throws Problem naming file and record of an invalid value
 */
export function importWooCommerce(host: Host, path: string, reset: boolean): Promise<Report> {
  return withChecked(host, path, async ({ settings, streams, bus, held, notes, bar }) => {
    const removed = reset ? await removeBeside(bus, streams, bar) : {};
    let taken = await sendSettings(bus, settings, held);
    for (const stream of streams) taken = { ...taken, ...(await sendStream(bus, stream, bar)) };
    taken = joinedOutcomes(taken, removed);
    return { taken, adjusted: notes.adjusted, leftOut: notes.leftOut };
  });
}

/** Deletes stored records that are not among the sent ones. */
async function removeBeside(
  bus: Bus,
  streams: readonly AnyStream[],
  bar: Progress,
): Promise<Record<string, Outcome>> {
  let removed: Record<string, Outcome> = {};
  for (const collection of everything) {
    const ids = streams.find((one) => one.collection === collection)?.ids ?? new Set<number>();
    removed = joinedOutcomes(removed, await removeOthers(bus, { collection, ids }, bar));
  }
  return removed;
}

/** Sends a collection and returns the results. */
async function sendStream(bus: Bus, stream: AnyStream, bar: Progress): Promise<Record<string, Outcome>> {
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
  const none: Record<string, Outcome> = Object.fromEntries(names.map((name) => [name, nothing]));
  return { ...none, ...outcomes };
}

/** Members with records of their own, and their names in the report. */
const lists = {
  taxRates: ({ tax }: Partial<StoreSettings>) => tax?.rates,
  shippingZones: ({ shippingZones }: Partial<StoreSettings>) => shippingZones,
};

/** Returns the outcome of records that replace others. */
function replaced(
  before: readonly { readonly id: number }[],
  after: readonly { readonly id: number }[],
): Outcome {
  const held = new Map(before.map((one) => [one.id, one]));
  const created = after.filter(({ id }) => !held.has(id)).length;
  const unchanged = after.filter((one) => isDeepStrictEqual(one, held.get(one.id))).length;
  const named = new Set(after.map(({ id }) => id));
  const removed = before.filter(({ id }) => !named.has(id)).length;
  return { created, unchanged, changed: after.length - created - unchanged, removed };
}

async function sendSettings(
  bus: Bus,
  settings: Partial<StoreSettings>,
  held: StoreSettings,
): Promise<Record<string, Outcome>> {
  const members = Object.entries(settings);
  const changed = members.filter(
    ([name, value]) => !isDeepStrictEqual(value, held[name as keyof StoreSettings]),
  );
  if (changed.length > 0) await bus.request(writeSettings, { settings });
  const outcomes = Object.entries(lists).flatMap(([name, of]) => {
    const after = of(settings);
    return after ? [[name, replaced(of(held) ?? [], after)] as const] : [];
  });
  return {
    settings: { ...nothing, changed: changed.length, unchanged: members.length - changed.length },
    ...Object.fromEntries(outcomes),
  };
}
