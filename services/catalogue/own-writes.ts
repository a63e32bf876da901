import type { ListedDocument } from './domain/documents.ts';

interface Written {
  readonly number: number;
  readonly document: ListedDocument;
}

/** Documents that this replica has written itself, until their changes are taken in: they need not be read again. */
export class OwnWrites {
  readonly #written = new Map<number, Written>();

  /** Takes note of documents as the change of that number left them. */
  note(number: number, documents: readonly ListedDocument[]): void {
    for (const document of documents) this.#written.set(document._id, { number, document });
  }

  /** The document of an id, if its last change was this one; else null. */
  of(id: number, number: number): ListedDocument | null {
    const written = this.#written.get(id);
    return written?.number === number ? written.document : null;
  }

  clear(): void {
    this.#written.clear();
  }
}
