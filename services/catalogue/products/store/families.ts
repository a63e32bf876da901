import { isVariation, type ProductDocument, type SellableDocument } from '../../domain/documents.ts';
import type { Family } from '../domain/product-change.ts';

/** Products with their variations, in memory, while changes are made one after another. */
export class Families {
  readonly #before: ReadonlyMap<number, SellableDocument>;
  readonly #documents: Map<number, SellableDocument>;
  readonly #written = new Set<number>();

  /** A document may occur several times in `documents`. */
  constructor(documents: readonly SellableDocument[]) {
    this.#before = new Map(documents.map((one) => [one._id, one]));
    this.#documents = new Map(this.#before);
  }

  /** Returns the product with its variations that a product or variation belongs to. Null for an unknown id. */
  of(id: number): Family | null {
    const named = this.#documents.get(id);
    const product = named && isVariation(named) ? this.#documents.get(named.parentId) : named;
    if (!product || isVariation(product)) return null;
    const variations = [...this.#documents.values()].filter(isVariation);
    return { product, variations: variations.filter(({ parentId }) => parentId === product._id) };
  }

  document(id: number): SellableDocument | null {
    return this.#documents.get(id) ?? null;
  }

  replace(documents: readonly SellableDocument[]): void {
    for (const one of documents) {
      this.#documents.set(one._id, one);
      this.#written.add(one._id);
    }
  }

  /** The documents that were replaced, each in its last version. */
  get written(): SellableDocument[] {
    return [...this.#documents.values()].filter(({ _id }) => this.#written.has(_id));
  }

  /** Returns the ids of the products for which `factOf` returns another value than before the changes. */
  changedProducts(factOf: (product: ProductDocument) => unknown): number[] {
    return this.written.flatMap((one) => {
      const before = this.#before.get(one._id);
      if (isVariation(one) || !before || isVariation(before)) return [];
      return factOf(one) === factOf(before) ? [] : [one._id];
    });
  }
}
