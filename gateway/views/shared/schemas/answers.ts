import { reviewViews } from '../reviews.ts';
import { schemasOf } from '../view.ts';
import { accountSchemas } from './accounts.ts';
import { cartAnswerSchemas } from './cart-answers.ts';
import { cartV1Schemas } from './cart-v1.ts';
import { facetSchemas } from './facets.ts';
import { storeSchemas } from './store.ts';
import { termSchemas } from './terms.ts';

/** Schemas of the views that are equal in all dialects. */
export const sharedSchemas = {
  ...termSchemas,
  ...facetSchemas,
  ...schemasOf(reviewViews),
  ...storeSchemas,
  ...cartAnswerSchemas,
  ...cartV1Schemas,
  ...accountSchemas,
};
