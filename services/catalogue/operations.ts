import type { CatalogueChange } from '#contracts/feed.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import type { Served } from '#platform/bus/implement.ts';
import { importOperations } from './import-operations.ts';
import type { ProductMemory } from './product-memory.ts';
import { productOperations } from './product-operations.ts';
import type { Counter } from './store/counter.ts';
import type { ProductWriter } from './store/product-writer.ts';
import type { TermStore } from './store/term-store.ts';

/** What the operations of the catalogue stand on. */
export interface CatalogueParts {
  readonly products: ProductMemory;
  readonly writer: ProductWriter;
  readonly terms: TermStore;
  readonly counter: Counter;
  /** The store's settings as they are now, and the number of their last change. */
  settings(): Promise<{ settings: StoreSettings; number: number }>;
  /** Unix milliseconds. */
  now(): number;
  /** Tells the feed `catalogue` of a change. */
  tell(number: number, change: CatalogueChange): void;
}

/** Binds each operation to what does it: the catalogue's table of contents. */
export function catalogueOperations(parts: CatalogueParts): Served[] {
  return [...productOperations(parts), ...importOperations(parts)];
}
