import type { ListedDocument } from '../model/documents.ts';

interface Written {
  readonly number: number;
  readonly document: ListedDocument;
}

/**
 * Stores the documents that this replica wrote, until their changes are applied to the lists. So `ListingCache` does
 * not read these documents again.
 */
export class RecentWrites {
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
