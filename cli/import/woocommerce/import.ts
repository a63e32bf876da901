import { isDeepStrictEqual } from 'node:util';
import {
  type Collection,
  idBatch,
  importBatch,
  importProducts,
  importTerms,
  listIds,
  type Outcome,
  removeRecords,
} from '#contracts/catalogue-import.ts';
import { readSettings, type StoreSettings, writeSettings } from '#contracts/settings.ts';
import type { TermList } from '#contracts/terms.ts';
import type { Bus } from '../../bus.ts';
import type { Host } from '../../host.ts';
import { type Progress, progress } from '../../output/progress.ts';
import { batches } from '../batches.ts';
import { added, nothing, type Report } from '../report.ts';
import { readFolder } from './folder.ts';
import { type Plan, planOf } from './plan.ts';

/**
 * Takes a shop in from a folder of WooCommerce's JSON. All of it is read and checked before anything is written;
 * what is kept already like this is not written again, so that it may be repeated.
 *
 * @throws Problem naming file and record when something does not fit
 */
export async function importWooCommerce(host: Host, folder: string, reset: boolean): Promise<Report> {
  const files = await readFolder(folder);
  await using bus = await host.connect();
  const { settings: held } = await bus.request(readSettings, {});
  const plan = planOf(files, held);
  const bar = progress(host);
  try {
    const taken: Record<string, Outcome> = { settings: await sendSettings(bus, plan.settings, held) };
    for (const { kind, records } of plan.terms) {
      taken[kind] = await sendTerms(bus, { kind, records } as TermList, bar);
    }
    Object.assign(taken, await sendProducts(bus, plan.products, bar));
    if (reset) await removeOthers(bus, plan, taken, bar);
    return { taken, leftOut: plan.leftOut };
  } finally {
    bar.end();
  }
}

async function sendSettings(
  bus: Bus,
  settings: Partial<StoreSettings>,
  held: StoreSettings,
): Promise<Outcome> {
  const members = Object.entries(settings);
  const changed = members.filter(
    ([name, value]) => !isDeepStrictEqual(value, held[name as keyof StoreSettings]),
  );
  if (changed.length > 0) await bus.request(writeSettings, { settings });
  return { ...nothing, changed: changed.length, unchanged: members.length - changed.length };
}

async function sendTerms(bus: Bus, { kind, records }: TermList, bar: Progress): Promise<Outcome> {
  let sum = nothing;
  let done = 0;
  for (const batch of batches<TermList['records'][number]>(records)) {
    const { outcome } = await bus.request(importTerms, { kind, records: batch } as TermList);
    sum = added(sum, outcome);
    done += batch.length;
    bar.show(kind, done, records.length);
  }
  return sum;
}

async function sendProducts(
  bus: Bus,
  records: Plan['products'],
  bar: Progress,
): Promise<Record<string, Outcome>> {
  let products = nothing;
  let variations = nothing;
  let done = 0;
  for (const batch of batches(records)) {
    const outcome = await bus.request(importProducts, { records: batch });
    products = added(products, outcome.products);
    variations = added(variations, outcome.variations);
    done += batch.length;
    bar.show('products', done, records.length);
  }
  return { products, variations };
}

/** Removes what is kept and not in the folder, of those collections that the folder has. */
async function removeOthers(
  bus: Bus,
  plan: Plan,
  taken: Record<string, Outcome>,
  bar: Progress,
): Promise<void> {
  const collections: { collection: Collection; records: readonly { id: number }[] }[] = [
    { collection: 'products', records: plan.products },
    ...plan.terms.map(({ kind, records }) => ({ collection: kind, records })),
  ];
  for (const { collection, records } of collections) {
    const named = new Set(records.map(({ id }) => id));
    const others = (await idsOf(bus, collection)).filter((id) => !named.has(id));
    let removed = 0;
    for (let start = 0; start < others.length; start += importBatch) {
      const ids = others.slice(start, start + importBatch);
      removed += (await bus.request(removeRecords, { collection, ids })).removed;
      bar.show(`${collection} removed`, start + ids.length, others.length);
    }
    taken[collection] = added(taken[collection] ?? nothing, { ...nothing, removed });
  }
}

async function idsOf(bus: Bus, collection: Collection): Promise<number[]> {
  const all: number[] = [];
  for (;;) {
    const { ids } = await bus.request(listIds, { collection, after: all.at(-1) ?? 0 });
    all.push(...ids);
    if (ids.length < idBatch) return all;
  }
}
