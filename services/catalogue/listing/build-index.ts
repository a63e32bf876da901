import type { ProductStore } from '../store/products.ts';
import { ProductIndex } from './domain/product-index.ts';

/**
 * Returns an index of all documents. `now` returns the time in Unix milliseconds. The caller can stop this
 * function with an error that `now` throws.
 */
export async function buildIndex(
  store: Pick<ProductStore, 'scan'>,
  now: () => number,
): Promise<ProductIndex> {
  const index = new ProductIndex();
  await store.scan((documents) => {
    const at = now();
    for (const document of documents) index.put(document, at);
  });
  await index.sort();
  return index;
}
