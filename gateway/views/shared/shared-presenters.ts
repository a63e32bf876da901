import { accountViews } from './accounts.ts';
import { cartAnswers } from './cart-answers.ts';
import { cartV1Answers } from './cart-v1.ts';
import { chargesV1Answers } from './charges-v1.ts';
import { reviewViews } from './reviews.ts';
import { storeViews } from './store.ts';
import { presentersOf } from './view.ts';

/** Presenters of the views that all dialects write alike. */
export const sharedPresenters = {
  ...presentersOf({ ...reviewViews, ...storeViews, ...accountViews }),
  ...cartAnswers,
  ...cartV1Answers,
  ...chargesV1Answers,
};
