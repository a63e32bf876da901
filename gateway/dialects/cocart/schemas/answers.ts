import type { AnswerSchemas } from '../../shared/dialect.ts';
import { accountSchemas } from '../../shared/schemas/accounts.ts';
import { batchSchemas } from '../../shared/schemas/batch.ts';
import { cartAnswerSchemas } from '../../shared/schemas/cart-answers.ts';
import { cartV1Schemas } from '../../shared/schemas/cart-v1.ts';
import { reviewSchemas } from '../../shared/schemas/reviews.ts';
import { storeSchemas } from '../../shared/schemas/store.ts';
import { termSchemas } from '../../shared/schemas/terms.ts';
import { cartSchemas } from './cart.ts';
import { ownCartV1Schemas } from './cart-v1.ts';
import { productSchemas } from './product.ts';
import { sessionSchemas } from './sessions.ts';

/** What each view is in this dialect. */
export const schemas: AnswerSchemas = {
  ...productSchemas,
  ...termSchemas,
  ...reviewSchemas,
  ...storeSchemas,
  ...cartSchemas,
  ...cartAnswerSchemas,
  ...cartV1Schemas,
  ...ownCartV1Schemas,
  ...accountSchemas,
  ...sessionSchemas,
  ...batchSchemas(cartSchemas.cartV2),
};
