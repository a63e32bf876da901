import type { ListedDocument } from '../model/documents.ts';
import type { Counter } from '../store/changes.ts';
import type { ProductStore } from '../store/products.ts';
import type { ProductIndex } from './domain/product-index.ts';
import type { LoadedIndex } from './index-file.ts';

/** The maximum number of changes in one read, and of documents in one read. */
const [changesBatch, documentsBatch] = [500, 1_000];

interface IndexUpdatesDeps {
  readonly store: Pick<ProductStore, 'listedByIds'>;
  readonly counter: Counter;
  readonly now: () => number;
}

/**
 * Applies changes of the catalogue to an index. Updates must not overlap: an older document would replace a newer one.
 */
export class IndexUpdates {
  readonly #deps: IndexUpdatesDeps;
  readonly #written = new RecentWrites();
  /** The ids of the products that announced changes affect, by the number of the change, until they are applied. */
  readonly #announced = new Map<number, readonly number[]>();

  constructor(deps: IndexUpdatesDeps) {
    this.#deps = deps;
  }

  /** Stores the documents that this replica wrote in change `number`, so that they are not read again. */
  wrote(number: number, documents: readonly ListedDocument[]): void {
    this.#written.note(number, documents);
  }

  /** Stores the ids of the products that change `number` affects, so that the log is not read. */
  announced(number: number, ids: readonly number[]): void {
    this.#announced.set(number, ids);
  }

  /**
   * Forgets all announced changes and all written documents. After a restored backup, other changes have their
   * numbers.
   */
  forget(): void {
    this.#announced.clear();
    this.#written.clear();
  }

  /**
   * Applies announced changes to the index, without a read of the log. Returns false if the next change was not
   * announced, or MongoDB does not return it yet.
   */
  async applyAnnounced(loadedIndex: LoadedIndex): Promise<boolean> {
    const changed = new Map<number, number>();
    let { number } = loadedIndex;
    for (let ids = this.#announced.get(number + 1); ids; ids = this.#announced.get(number + 1)) {
      number += 1;
      for (const id of ids) changed.set(id, number);
    }
    if (number === loadedIndex.number) return false;
    const unread = this.#applyWritten(loadedIndex.index, changed);
    if (unread.length > 0) {
      if ((await this.#deps.counter.last()) < number) return false;
      await this.#read(loadedIndex.index, unread);
    }
    await this.#advance(loadedIndex, number);
    return true;
  }

  /**
   * Applies the changes that the index lacks, at least up to change `last`. Returns false if the log no longer contains
   * the next change for the index.
   */
  async catchUp(loadedIndex: LoadedIndex, last: number): Promise<boolean> {
    while (loadedIndex.number < last) {
      const changes = await this.#deps.counter.changes.since(loadedIndex.number, changesBatch);
      const newest = changes?.at(-1);
      if (!changes || !newest) return false;
      const changed = changes.flatMap(({ ids, number }) => ids.map((id) => [id, number] as const));
      // If a document changed several times, the map contains only its last change.
      await this.#read(loadedIndex.index, this.#applyWritten(loadedIndex.index, new Map(changed)));
      await this.#advance(loadedIndex, newest.number);
    }
    return true;
  }

  async #advance(loadedIndex: LoadedIndex, number: number): Promise<void> {
    loadedIndex.number = number;
    this.#written.remove(number);
    for (const applied of this.#announced.keys()) if (applied <= number) this.#announced.delete(applied);
    await loadedIndex.index.freeUnused();
  }

  /** Applies changed documents that this replica wrote. Returns the ids of the other changed documents. */
  #applyWritten(index: ProductIndex, changed: ReadonlyMap<number, number>): number[] {
    const now = this.#deps.now();
    const unread: number[] = [];
    for (const [id, number] of changed) {
      const document = this.#written.of(id, number);
      if (document) index.put(document, now);
      else unread.push(id);
    }
    return unread;
  }

  /** Reads documents and puts them into the index. Removes the ids without a document from the index. */
  async #read(index: ProductIndex, ids: readonly number[]): Promise<void> {
    for (let from = 0; from < ids.length; from += documentsBatch) {
      const batch = ids.slice(from, from + documentsBatch);
      const documents = await this.#deps.store.listedByIds(batch);
      const found = new Set(documents.map(({ _id }) => _id));
      const now = this.#deps.now();
      for (const id of batch) if (!found.has(id)) index.remove(id);
      for (const document of documents) index.put(document, now);
    }
  }
}

interface Written {
  readonly number: number;
  readonly document: ListedDocument;
}

/**
 * Stores the documents that this replica wrote, until their changes are applied to the lists. So `ListingCache` does
 * not read these documents again.
 */
class RecentWrites {
  readonly #written = new Map<number, Written>();

  /** Stores the documents that change `number` wrote. */
  note(number: number, documents: readonly ListedDocument[]): void {
    for (const document of documents) this.#written.set(document._id, { number, document });
  }

  /** Returns the document with this id if change `number` wrote it; otherwise null. */
  of(id: number, number: number): ListedDocument | null {
    const written = this.#written.get(id);
    return written?.number === number ? written.document : null;
  }

  clear(): void {
    this.#written.clear();
  }

  /** Removes the documents of all changes up to `number`. */
  remove(number: number): void {
    for (const [id, one] of this.#written) if (one.number <= number) this.#written.delete(id);
  }
}
