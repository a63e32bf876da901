import type { ImplementedOperation } from '#platform/bus/implement.ts';
import { couponOperations } from './coupons/operations.ts';
import { type EditDeps, editOperations } from './edit/operations.ts';
import { erasureOperations } from './erase-person/operations.ts';
import { type ImportDeps, importOperations } from './import/operations.ts';
import { facetOperations } from './listing/facet-operations.ts';
import { listingOperations } from './listing/operations.ts';
import { productOperations } from './products/operations.ts';
import { type OperatorDeps, operatorOperations } from './products/operator-operations.ts';
import { termsOf } from './products/whole-products.ts';
import { type ReviewDeps, reviewOperations } from './reviews/operations.ts';
import type { Counter } from './store/changes.ts';
import { termOperations } from './terms/operations.ts';

export interface CatalogueDeps extends OperatorDeps, EditDeps, ReviewDeps, ImportDeps {
  readonly counter: Counter;
}

/** Returns all operations of the catalogue. */
export function catalogueOperations(deps: CatalogueDeps): ImplementedOperation[] {
  return [
    ...productOperations(deps),
    ...listingOperations(deps),
    ...facetOperations(deps),
    ...termOperations({ ...deps, productTerms: (id, viewer) => termsOf(deps, id, viewer) }),
    ...reviewOperations(deps),
    ...couponOperations(deps),
    ...erasureOperations(deps),
    ...importOperations(deps),
    ...operatorOperations(deps),
    ...editOperations(deps),
  ];
}
