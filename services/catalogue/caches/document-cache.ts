import { LRUCache } from 'lru-cache';
import { foldSku, isVariation, type SellableDocument } from '../model/documents.ts';
import { slugSpellings } from '../model/text.ts';

/**
 * The maximum size of all cached documents, in estimated bytes of JSON. About 12,000 products fit, and take about
 * 96 MB of memory.
 */
export const maxBytes = 32_000_000;
/** The estimated bytes of a document without its long texts. */
const plainBytes = 2_000;

/** Returns the estimated JSON bytes of a document, which count towards `maxBytes`. */
export function cachedBytes(document: SellableDocument): number {
  const short = document.type === 'variation' ? '' : document.shortDescription;
  return plainBytes + document.description.length + short.length;
}

type Ids = Map<string, readonly number[]>;

function add(ids: Ids, name: string | undefined, id: number): void {
  if (name) ids.set(name, [...(ids.get(name) ?? []).filter((one) => one !== id), id]);
}

function remove(ids: Ids, name: string | undefined, id: number): void {
  const others = ids.get(name ?? '')?.filter((one) => one !== id) ?? [];
  if (others.length > 0) ids.set(name ?? '', others);
  else ids.delete(name ?? '');
}

/** Caches products and variations, and finds them by id, SKU and slug. */
export class DocumentCache {
  readonly #documents = new LRUCache<number, SellableDocument>({
    maxSize: maxBytes,
    sizeCalculation: cachedBytes,
    dispose: (one, _, reason) => {
      if (reason === 'evict') this.#hasLost = true;
      this.#removeNames(one);
    },
  });
  readonly #idsBySku: Ids = new Map();
  readonly #idsBySlug: Ids = new Map();
  #hasLost = false;

  /** Whether a document did not fit, since the start or the last `clear`. */
  get hasLost(): boolean {
    return this.#hasLost;
  }

  get bytes(): number {
    return this.#documents.calculatedSize;
  }

  get(id: number): SellableDocument | undefined {
    return this.#documents.get(id);
  }

  /** Returns the cached documents with a SKU, ignoring case, the lowest id first. */
  bySku(sku: string): SellableDocument[] {
    return this.#found(this.#idsBySku.get(foldSku(sku)) ?? []);
  }

  /** Returns the cached products with a slug in any spelling, the lowest id first. */
  bySlug(slug: string): SellableDocument[] {
    return this.#found(slugSpellings(slug).flatMap((one) => this.#idsBySlug.get(one) ?? []));
  }

  #found(ids: readonly number[]): SellableDocument[] {
    const found = ids.map((id) => this.#documents.get(id)).filter((one) => one !== undefined);
    return found.sort((one, other) => one._id - other._id);
  }

  set(one: SellableDocument): void {
    this.#documents.set(one._id, one);
    if (!this.#documents.has(one._id)) {
      this.#hasLost = true;
      return;
    }
    add(this.#idsBySku, one.skuFolded, one._id);
    if (!isVariation(one)) add(this.#idsBySlug, one.slug, one._id);
  }

  #removeNames(one: SellableDocument): void {
    remove(this.#idsBySku, one.skuFolded, one._id);
    if (!isVariation(one)) remove(this.#idsBySlug, one.slug, one._id);
  }

  delete(id: number): void {
    this.#documents.delete(id);
  }

  clear(): void {
    this.#documents.clear();
    this.#hasLost = false;
  }
}
