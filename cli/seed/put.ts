import {
  importBatch,
  importCoupons,
  importProducts,
  importReviews,
  importTerms,
  listIds,
  type Outcome,
} from '#contracts/catalogue-import.ts';
import { writeSettings } from '#contracts/settings.ts';
import type { TermList } from '#contracts/terms.ts';
import type { Bus } from '../bus.ts';
import { Notes } from '../import/notes.ts';
import { everything, removeOthers } from '../import/remove.ts';
import { joinedOutcomes, type Report, recordBytes } from '../import/report.ts';
import { type ImportRequest, sendAll } from '../import/send.ts';
import type { Progress } from '../output/progress.ts';
import type { Shop } from './shop.ts';

/** Bytes of records in a message. A larger single record goes alone. */
const portionBytes = 400_000;

/** Receives the progress; `total` is 0 if unknown. */
type Arrived = (what: string, count: number, total: number) => void;
type Outcomes = Readonly<Record<string, Outcome>>;

/** Yields records in message-sized portions, made on demand. */
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
  send: (bus: Bus, portion: T[]) => Promise<Outcomes>,
): AsyncGenerator<ImportRequest> {
  for (const portion of portions(records)) {
    yield { count: portion.length, send: (bus) => send(bus, portion) };
  }
}

/** Yields products, then terms, whose counts depend on them. */
async function* goods(shop: Shop, arrived: Arrived): AsyncGenerator<ImportRequest> {
  yield* requests(shop.products, async (bus, records) => {
    const { products, variations } = await bus.request(importProducts, { records });
    arrived('products', records.length, shop.size);
    return { products, variations };
  });
  for (const { kind, records } of shop.terms()) {
    yield* requests<TermList['records'][number]>(records, async (bus, portion) => {
      const { outcome } = await bus.request(importTerms, { kind, records: portion } as TermList);
      arrived(kind, portion.length, records.length);
      return { [kind]: outcome };
    });
  }
}

/** Yields records that require the products. */
async function* additions(shop: Shop, arrived: Arrived): AsyncGenerator<ImportRequest> {
  yield* requests(shop.reviews, async (bus, records) => {
    const { outcome } = await bus.request(importReviews, { records });
    arrived('reviews', records.length, 0);
    return { reviews: outcome };
  });
  yield* requests(shop.coupons, async (bus, records) => ({
    coupons: (await bus.request(importCoupons, { records })).outcome,
  }));
}

/** Returns a function that shows progress on a bar, by kind. */
function arrivals(bar: Progress): Arrived {
  const done = new Map<string, number>();
  return (what, count, total) => {
    const sum = (done.get(what) ?? 0) + count;
    done.set(what, sum);
    bar.show(what, sum, Math.max(total, sum));
  };
}

/** Whether the catalogue has products of another shop. */
async function holdsOthers(bus: Bus, shop: Shop): Promise<boolean> {
  const own = new Set([...shop.products].map(({ id }) => id));
  const { ids } = await bus.request(listIds, { collection: 'products', after: 0 });
  return ids.some((id) => !own.has(id));
}

async function empty(bus: Bus, bar: Progress): Promise<Record<string, Outcome>> {
  let removed: Record<string, Outcome> = {};
  for (const collection of everything) {
    removed = joinedOutcomes(removed, await removeOthers(bus, { collection, ids: new Set() }, bar));
  }
  return removed;
}

/**
 * Adds a shop to the catalogue; with `reset`, replaces its contents. May be repeated. The shop's settings are
 * written unless there are products of another shop, whose currency might change.
 */
export async function putShop(bus: Bus, bar: Progress, shop: Shop, reset: boolean): Promise<Report> {
  let taken = reset ? await empty(bus, bar) : {};
  const notes = new Notes();
  if (shop.settings && (await holdsOthers(bus, shop))) {
    notes.leaveOut('settings', 'products of another shop are there, and theirs hold; --reset takes both out');
  } else if (shop.settings) {
    await bus.request(writeSettings, { settings: shop.settings });
  }
  const arrived = arrivals(bar);
  for (const messages of [goods(shop, arrived), additions(shop, arrived)]) {
    taken = joinedOutcomes(taken, await sendAll(bus, messages, () => undefined));
  }
  return { taken, adjusted: notes.adjusted, leftOut: notes.leftOut };
}
