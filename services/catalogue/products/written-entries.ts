import { LRUCache } from 'lru-cache';
import { WrittenEntry } from '#platform/bus/written-entry.ts';
import type { SellableDocument } from '../domain/documents.ts';
import type { Moment, Viewed } from './domain/view.ts';

/** Most bytes of entries, and what each takes beside its bytes. */
const mostBytes = 16_000_000;
const overheadBytes = 500;

/** An entry, the documents and the moment that it was made of, and its end. Unix milliseconds. */
interface Held {
  readonly entry: WrittenEntry;
  readonly madeOf: readonly SellableDocument[];
  readonly countsStock: boolean;
  readonly from: number;
  readonly holdsUntil: number | null;
}

function isSame(held: Held, madeOf: readonly SellableDocument[], { now, countsStock }: Moment): boolean {
  return (
    held.countsStock === countsStock &&
    held.from <= now &&
    (held.holdsUntil === null || now < held.holdsUntil) &&
    held.madeOf.length === madeOf.length &&
    held.madeOf.every((one, at) => one === madeOf[at])
  );
}

/** Entries of lists as bytes. An entry is used while the same documents in memory would make it. */
export class WrittenEntries {
  readonly #held = new LRUCache<string, Held>({
    maxSize: mostBytes,
    sizeCalculation: ({ entry, madeOf }) => entry.bytes.length + 8 * madeOf.length + overheadBytes,
  });

  /**
   * Returns the entry of a product, without reviews, made by `view` if none is held under this key. `madeOf` are all
   * documents that the entry shows.
   */
  of(
    key: string,
    madeOf: readonly SellableDocument[],
    moment: Moment,
    view: () => Viewed<WrittenEntry['product']>,
  ): Pick<Held, 'entry' | 'holdsUntil'> {
    const held = this.#held.get(key);
    if (held && isSame(held, madeOf, moment)) return held;
    const { view: product, holdsUntil } = view();
    const entry = WrittenEntry.of({ product, reviews: [] });
    const { now: from, countsStock } = moment;
    const made: Held = { entry, madeOf, countsStock, from, holdsUntil };
    this.#held.set(key, made);
    return made;
  }

  clear(): void {
    this.#held.clear();
  }
}
