import {
  type Collection,
  idBatch,
  importBatch,
  listIds,
  removeRecords,
} from '#contracts/catalogue-import.ts';
import type { Bus } from '../bus.ts';
import type { Progress } from '../output/progress.ts';

/** Removes what is kept of a collection beside the ids that are named, and gives how many records that were. */
export async function removeOthers(
  bus: Bus,
  { collection, ids }: { readonly collection: Collection; readonly ids: ReadonlySet<number> },
  bar: Progress,
): Promise<number> {
  const others = (await keptIds(bus, collection)).filter((id) => !ids.has(id));
  let removed = 0;
  for (let start = 0; start < others.length; start += importBatch) {
    const batch = others.slice(start, start + importBatch);
    removed += (await bus.request(removeRecords, { collection, ids: batch })).removed;
    bar.show(`${collection} removed`, start + batch.length, others.length);
  }
  return removed;
}

async function keptIds(bus: Bus, collection: Collection): Promise<number[]> {
  const all: number[] = [];
  for (;;) {
    const { ids } = await bus.request(listIds, { collection, after: all.at(-1) ?? 0 });
    all.push(...ids);
    if (ids.length < idBatch) return all;
  }
}
