import { accountViews } from '../accounts.ts';
import { reviewViews } from '../reviews.ts';
import { storeViews } from '../store.ts';
import { schemasOf } from '../view.ts';
import { cartAnswerSchemas } from './cart-answers.ts';
import { cartV1Schemas } from './cart-v1.ts';

/** Schemas of the views that are equal in all dialects. */
export const sharedSchemas = {
  ...schemasOf({ ...reviewViews, ...storeViews, ...accountViews }),
  ...cartAnswerSchemas,
  ...cartV1Schemas,
};
