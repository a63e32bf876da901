import type { Served } from '#platform/bus/implement.ts';
import { couponOperations } from './coupons/operations.ts';
import { type EditParts, editOperations } from './edit/operations.ts';
import { erasureOperations } from './erase-person/operations.ts';
import { type ImportParts, importOperations } from './import/operations.ts';
import { facetOperations } from './listing/facet-operations.ts';
import { listingOperations } from './listing/operations.ts';
import { type AdminParts, adminOperations } from './products/admin-operations.ts';
import { productOperations } from './products/operations.ts';
import { termsOf } from './products/whole-products.ts';
import { type ReviewParts, reviewOperations } from './reviews/operations.ts';
import type { Counter } from './store/counter.ts';
import { termOperations } from './terms/operations.ts';

/** Dependencies of the catalogue's operations. */
export interface CatalogueParts extends AdminParts, EditParts, ReviewParts, ImportParts {
  readonly counter: Counter;
}

/** Returns all operations of the catalogue. */
export function catalogueOperations(parts: CatalogueParts): Served[] {
  return [
    ...productOperations(parts),
    ...listingOperations(parts),
    ...facetOperations(parts),
    ...termOperations({ ...parts, productTerms: (id, viewer) => termsOf(parts, id, viewer) }),
    ...reviewOperations(parts),
    ...couponOperations(parts),
    ...erasureOperations(parts),
    ...importOperations(parts),
    ...adminOperations(parts),
    ...editOperations(parts),
  ];
}
