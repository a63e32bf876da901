import { accountAnswers } from './accounts.ts';
import { cartAnswers } from './cart-answers.ts';
import { cartV1Answers } from './cart-v1.ts';
import { chargesV1Answers } from './charges-v1.ts';
import { facets } from './facets.ts';
import { reviewViews } from './reviews.ts';
import { store } from './store.ts';
import { presentersOf } from './view.ts';
import type { Views } from './views.ts';

/** Presenters of the views that all dialects write alike. */
export const sharedPresenters = {
  ...presentersOf(reviewViews),
  store,
  facets,
  ...accountAnswers,
  ...cartAnswers,
  ...cartV1Answers,
  ...chargesV1Answers,
  batch: (body: Views['batch']) => body,
  batchRefused: (body: Views['batchRefused']) => body,
  cartEvents: () => '',
};
