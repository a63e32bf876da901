import { accountViews } from '../accounts.ts';
import { cartV1Views } from '../cart-v1.ts';
import { reviewViews } from '../reviews.ts';
import { storeViews } from '../store.ts';
import { schemasOf } from '../view.ts';

/** Schemas of the views that are equal in all dialects. */
export const sharedSchemas = {
  ...schemasOf({ ...reviewViews, ...storeViews, ...accountViews, ...cartV1Views }),
};
