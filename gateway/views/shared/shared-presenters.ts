import { accountViews } from './accounts.ts';
import { cartV1Views } from './cart-v1.ts';
import { reviewViews } from './reviews.ts';
import { storeViews } from './store.ts';
import { presentersOf } from './view.ts';

/** Presenters of the views that all dialects write alike. */
export const sharedPresenters = {
  ...presentersOf({ ...reviewViews, ...storeViews, ...accountViews, ...cartV1Views }),
};
