import {
  type Collection,
  firstOwnId,
  type ImportCounts,
  idBatch,
  importBatch,
  listIds,
  removeRecords,
} from '#contracts/catalogue-import.ts';
import { termKinds } from '#contracts/terms.ts';
import type { Bus } from '../bus.ts';
import type { Progress } from '../output/progress.ts';
import { nothing } from './report.ts';
import { retryWhileUnavailable } from './send.ts';

/** The collections of a catalogue, in the order in which an import deletes their records. */
export const collectionsInDeletionOrder: readonly Collection[] = [
  'products',
  'reviews',
  'coupons',
  ...termKinds,
];

/**
 * Returns the ids of the stored records that came from a shop, but are not among `ids`, the records that this shop has.
 * Records that were made here are no part of the shop.
 */
export async function missingIds(
  bus: Bus,
  { collection, ids }: { readonly collection: Collection; readonly ids: ReadonlySet<number> },
): Promise<number[]> {
  return (await storedIds(bus, collection)).filter((id) => id < firstOwnId && !ids.has(id));
}

/**
 * Deletes records of a collection. Returns, by kind, how many records were deleted. Variations of deleted products are
 * also counted.
 */
export async function removeAll(
  bus: Bus,
  { collection, ids }: { readonly collection: Collection; readonly ids: readonly number[] },
  bar: Progress,
): Promise<Record<string, ImportCounts>> {
  let removed = 0;
  let variations = 0;
  for (let start = 0; start < ids.length; start += importBatch) {
    const batch = ids.slice(start, start + importBatch);
    const gone = await retryWhileUnavailable(() => bus.request(removeRecords, { collection, ids: batch }));
    removed += gone.removed;
    variations += gone.variations;
    bar.show(`${collection} removed`, start + batch.length, ids.length);
  }
  return {
    ...(removed > 0 && { [collection]: { ...nothing, removed } }),
    ...(variations > 0 && { variations: { ...nothing, removed: variations } }),
  };
}

/** Returns the ids of all stored records of a collection. */
export async function storedIds(bus: Bus, collection: Collection): Promise<number[]> {
  const all: number[] = [];
  for (;;) {
    const { ids } = await retryWhileUnavailable(() =>
      bus.request(listIds, { collection, after: all.at(-1) ?? 0 }),
    );
    all.push(...ids);
    if (ids.length < idBatch) return all;
  }
}
