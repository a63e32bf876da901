import type { ProductRecord, ReviewRecord } from '#contracts/catalogue-import.ts';
import type { Shop } from '../shop.ts';
import { syntheticProduct, syntheticReview } from './products.ts';
import { TermCounter } from './terms.ts';

function* productsOf(size: number, counter: TermCounter): Generator<ProductRecord> {
  for (let index = 0; index < size; index += 1) {
    const product = syntheticProduct(index);
    counter.add(product);
    yield product;
  }
}

function* reviewsOf(size: number): Generator<ReviewRecord> {
  for (let index = 0; index < size; index += 1) {
    const review = syntheticReview(index);
    if (review) yield review;
  }
}

/**
 * Returns a synthetic shop for measurements. Its products are always the same, and are generated when they are needed.
 */
export function syntheticShop(size: number): Shop {
  const counter = new TermCounter();
  return {
    settings: null,
    coupons: [],
    products: productsOf(size, counter),
    size,
    terms: () => counter.lists(),
    reviews: reviewsOf(size),
  };
}
