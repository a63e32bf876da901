import { accountSchemas } from './accounts.ts';
import { cartAnswerSchemas } from './cart-answers.ts';
import { cartV1Schemas } from './cart-v1.ts';
import { facetSchemas } from './facets.ts';
import { reviewSchemas } from './reviews.ts';
import { storeSchemas } from './store.ts';
import { termSchemas } from './terms.ts';

/** Schemas of the views that are equal in all dialects. */
export const sharedSchemas = {
  ...termSchemas,
  ...facetSchemas,
  ...reviewSchemas,
  ...storeSchemas,
  ...cartAnswerSchemas,
  ...cartV1Schemas,
  ...accountSchemas,
};
