import type { z } from 'zod';
import {
  type Collection,
  firstOwnId,
  type ImportCounts,
  idBatch,
  importBatch,
  listIds,
  removeRecords,
} from '#contracts/catalogue-import.ts';
import type { Operation } from '#contracts/operation.ts';
import { listShopCustomers } from '#contracts/shop-customers.ts';
import { termKinds } from '#contracts/terms.ts';
import { ServiceError } from '../errors/errors.ts';

/** The collections of the catalogue, and the customers, which are accounts. */
export type ShopCollection = Collection | 'customers';

/** Sends requests to the services. */
export interface Services {
  /** @throws ServiceError if the service refuses the request; `service_unavailable` if no reply arrives */
  request<Request extends z.ZodType, Reply extends z.ZodType>(
    operation: Operation<Request, Reply>,
    request: z.input<Request>,
  ): Promise<z.output<Reply>>;
}

/** Shows that `done` of `total` records are processed. `what` names the records, for example `products`. */
export type ShowProgress = (what: string, done: number, total: number) => void;

/** Returns how many bytes a record has as JSON. */
export function recordBytes(record: unknown): number {
  return Buffer.byteLength(JSON.stringify(record));
}

function added(one: ImportCounts, other: ImportCounts): ImportCounts {
  return {
    created: one.created + other.created,
    changed: one.changed + other.changed,
    unchanged: one.unchanged + other.unchanged,
    removed: one.removed + other.removed,
  };
}

export const nothing: ImportCounts = { created: 0, changed: 0, unchanged: 0, removed: 0 };

/** Returns, for each collection, the sums of the counts in two results. */
export function summedCounts(
  one: Readonly<Record<string, ImportCounts>>,
  other: Readonly<Record<string, ImportCounts>>,
): Record<string, ImportCounts> {
  const sums = { ...one };
  for (const [name, outcome] of Object.entries(other)) sums[name] = added(sums[name] ?? nothing, outcome);
  return sums;
}

/**
 * Maximum number of unanswered messages. The service writes one message at a time, so more messages would not
 * be faster.
 */
const maxUnanswered = 3;
/**
 * Milliseconds before each further try. A transaction of a killed process can block writes for 10 seconds, so the sum
 * of the pauses is longer.
 */
const pausesMs = [250, 500, 1_000, 2_000, 4_000, 8_000, 8_000];

/** A message with `count` records. The function `send` sends the message to a service. */
export interface ImportRequest {
  readonly count: number;
  send(services: Services): Promise<Readonly<Record<string, ImportCounts>>>;
}

/**
 * Calls `send` again while the service is unavailable. Repeating is safe, because imports and deletions are idempotent.
 */
async function retryWhileUnavailable<T>(send: () => Promise<T>): Promise<T> {
  for (const pauseMs of pausesMs) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'service_unavailable') throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
  return send();
}

/**
 * Sends messages, a few at once, and returns the sums of their results. Calls `sent` with the number of records of each
 * delivered message.
 *
 * @throws ServiceError of the first refused message; no further message is then sent
 */
export async function sendAll(
  services: Services,
  requests: AsyncIterable<ImportRequest> | Iterable<ImportRequest>,
  sent: (count: number) => void,
): Promise<Record<string, ImportCounts>> {
  let sums: Record<string, ImportCounts> = {};
  const unanswered = new Set<Promise<void>>();
  const send = async (request: ImportRequest) => {
    const outcomes = await retryWhileUnavailable(() => request.send(services));
    sums = summedCounts(sums, outcomes);
    sent(request.count);
  };
  try {
    for await (const request of requests) {
      const sending: Promise<void> = send(request).finally(() => unanswered.delete(sending));
      unanswered.add(sending);
      if (unanswered.size >= maxUnanswered) await Promise.race(unanswered);
    }
    await Promise.all(unanswered);
    return sums;
  } finally {
    await Promise.allSettled(unanswered);
  }
}

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
  services: Services,
  { collection, ids }: { readonly collection: Collection; readonly ids: ReadonlySet<number> },
): Promise<number[]> {
  return (await storedIds(services, collection)).filter((id) => id < firstOwnId && !ids.has(id));
}

/**
 * Deletes records of a collection. Returns, by kind, how many records were deleted. Variations of deleted products are
 * also counted.
 */
export async function removeAll(
  services: Services,
  { collection, ids }: { readonly collection: Collection; readonly ids: readonly number[] },
  show: ShowProgress,
): Promise<Record<string, ImportCounts>> {
  let removed = 0;
  let variations = 0;
  for (let start = 0; start < ids.length; start += importBatch) {
    const batch = ids.slice(start, start + importBatch);
    const gone = await retryWhileUnavailable(() =>
      services.request(removeRecords, { collection, ids: batch }),
    );
    removed += gone.removed;
    variations += gone.variations;
    show(`${collection} removed`, start + batch.length, ids.length);
  }
  return {
    ...(removed > 0 && { [collection]: { ...nothing, removed } }),
    ...(variations > 0 && { variations: { ...nothing, removed: variations } }),
  };
}

/** Returns the ids of all stored records of a collection; of the accounts, only those that follow a customer. */
export async function storedIds(services: Services, collection: ShopCollection): Promise<number[]> {
  const all: number[] = [];
  for (;;) {
    const after = all.at(-1) ?? 0;
    const { ids } = await retryWhileUnavailable(() =>
      collection === 'customers'
        ? services.request(listShopCustomers, { after })
        : services.request(listIds, { collection, after }),
    );
    all.push(...ids);
    if (ids.length < idBatch) return all;
  }
}
