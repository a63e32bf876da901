import type { Served } from '#platform/bus/implement.ts';
import { type AdminParts, adminOperations } from './admin-operations.ts';
import { erasureOperations } from './erase-person.ts';
import { type ImportParts, importOperations } from './import-operations.ts';
import { listingOperations } from './listing-operations.ts';
import { productOperations } from './product-operations.ts';
import { couponOperations } from './promotions/operations.ts';
import { type ReviewParts, reviewOperations } from './review-operations.ts';
import type { Counter } from './store/counter.ts';
import { termOperations } from './term-operations.ts';
import { termsOf } from './whole-products.ts';

/** Dependencies of the catalogue's operations. */
export interface CatalogueParts extends AdminParts, ReviewParts, ImportParts {
  readonly counter: Counter;
}

/** Returns all operations of the catalogue. */
export function catalogueOperations(parts: CatalogueParts): Served[] {
  return [
    ...productOperations(parts),
    ...listingOperations(parts),
    ...termOperations({ ...parts, productTerms: (id, viewer) => termsOf(parts, id, viewer) }),
    ...reviewOperations(parts),
    ...couponOperations(parts),
    ...erasureOperations(parts),
    ...importOperations(parts),
    ...adminOperations(parts),
  ];
}
