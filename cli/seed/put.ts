import {
  type ImportCounts,
  importBatch,
  importCoupons,
  importProducts,
  importReviews,
  importTerms,
  listIds,
} from '#contracts/catalogue-import.ts';
import { writeSettings } from '#contracts/settings.ts';
import type { TermList } from '#contracts/terms.ts';
import type { Progress } from '#platform/terminal/progress.ts';
import type { Report } from '#platform/woocommerce/import.ts';
import { Notes } from '#platform/woocommerce/notes.ts';
import {
  collectionsInDeletionOrder,
  type ImportRequest,
  recordBytes,
  removeAll,
  type Services,
  sendAll,
  storedIds,
  summedCounts,
} from '#platform/woocommerce/send.ts';
import type { Bus } from '../shared/bus.ts';
import type { Shop } from './shop.ts';

/** Maximum bytes of records in a message. A larger record is sent in a message of its own. */
const portionBytes = 400_000;

/**
 * Called after `count` records of the kind `what` were stored. `total` is the number of all records of this
 * kind, or 0 if unknown.
 */
type OnStored = (what: string, count: number, total: number) => void;
type Outcomes = Readonly<Record<string, ImportCounts>>;

/** Yields records in portions that each fit into a message. Records are generated when they are needed. */
function* portions<T>(records: Iterable<T>): Generator<T[]> {
  let portion: T[] = [];
  let bytes = 0;
  for (const record of records) {
    const size = recordBytes(record);
    if (portion.length === importBatch || (portion.length > 0 && bytes + size > portionBytes)) {
      yield portion;
      portion = [];
      bytes = 0;
    }
    portion.push(record);
    bytes += size;
  }
  if (portion.length > 0) yield portion;
}

async function* requests<T>(
  records: Iterable<T>,
  send: (services: Services, portion: T[]) => Promise<Outcomes>,
): AsyncGenerator<ImportRequest> {
  for (const portion of portions(records)) {
    yield { count: portion.length, send: (services) => send(services, portion) };
  }
}

/**
 * Yields messages with all products, then with the terms. The terms come last, because each term contains its
 * number of products, which is known only after all products.
 */
async function* productsAndTerms(shop: Shop, onStored: OnStored): AsyncGenerator<ImportRequest> {
  yield* requests(shop.products, async (services, records) => {
    const { products, variations } = await services.request(importProducts, { records });
    onStored('products', records.length, shop.size);
    return { products, variations };
  });
  for (const { kind, records } of shop.terms()) {
    yield* requests<TermList['records'][number]>(records, async (services, portion) => {
      const { outcome } = await services.request(importTerms, { kind, records: portion } as TermList);
      onStored(kind, portion.length, records.length);
      return { [kind]: outcome };
    });
  }
}

/** Yields messages with reviews, then with coupons. The products of these records must already be stored. */
async function* reviewsAndCoupons(shop: Shop, onStored: OnStored): AsyncGenerator<ImportRequest> {
  yield* requests(shop.reviews, async (services, records) => {
    const { outcome } = await services.request(importReviews, { records });
    onStored('reviews', records.length, 0);
    return { reviews: outcome };
  });
  yield* requests(shop.coupons, async (services, records) => ({
    coupons: (await services.request(importCoupons, { records })).outcome,
  }));
}

/** Returns a function that shows on a bar how many records of each kind were stored. */
function progressBy(bar: Progress): OnStored {
  const done = new Map<string, number>();
  return (what, count, total) => {
    const sum = (done.get(what) ?? 0) + count;
    done.set(what, sum);
    bar.show(what, sum, Math.max(total, sum));
  };
}

/** Returns whether the catalogue has products of another shop. */
async function hasOtherProducts(bus: Bus, shop: Shop): Promise<boolean> {
  const own = new Set([...shop.products].map(({ id }) => id));
  const { ids } = await bus.request(listIds, { collection: 'products', after: 0 });
  return ids.some((id) => !own.has(id));
}

async function empty(bus: Bus, bar: Progress): Promise<Record<string, ImportCounts>> {
  let removed: Record<string, ImportCounts> = {};
  for (const collection of collectionsInDeletionOrder) {
    const ids = await storedIds(bus, collection);
    removed = summedCounts(removed, await removeAll(bus, { collection, ids }, bar.show));
  }
  return removed;
}

/**
 * Stores a demo or synthetic shop in the catalogue. If `reset` is set, first deletes everything in the
 * catalogue. If the catalogue has products of another shop, the settings are not written, because the
 * settings could change the currency of these products.
 */
export async function storeShop(bus: Bus, bar: Progress, shop: Shop, reset: boolean): Promise<Report> {
  let taken = reset ? await empty(bus, bar) : {};
  const notes = new Notes();
  if (shop.settings && (await hasOtherProducts(bus, shop))) {
    notes.leaveOut('settings', 'products of another shop are there, and theirs hold; --reset takes both out');
  } else if (shop.settings) {
    await bus.request(writeSettings, { settings: shop.settings });
  }
  const onStored = progressBy(bar);
  for (const messages of [productsAndTerms(shop, onStored), reviewsAndCoupons(shop, onStored)]) {
    taken = summedCounts(taken, await sendAll(bus, messages, () => undefined));
  }
  return { taken, adjusted: notes.adjusted, leftOut: notes.leftOut };
}
