import type { ListedDocument } from '../domain/documents.ts';

interface Written {
  readonly number: number;
  readonly document: ListedDocument;
}

/**
 * Stores documents that this replica wrote itself until their changes are applied to the lists, so that they need not
 * be read again.
 */
export class RecentWrites {
  readonly #written = new Map<number, Written>();

  /** Stores the documents that change `number` wrote. */
  note(number: number, documents: readonly ListedDocument[]): void {
    for (const document of documents) this.#written.set(document._id, { number, document });
  }

  /** Returns the document of an id if change `number` wrote it; null otherwise. */
  of(id: number, number: number): ListedDocument | null {
    const written = this.#written.get(id);
    return written?.number === number ? written.document : null;
  }

  clear(): void {
    this.#written.clear();
  }
}
