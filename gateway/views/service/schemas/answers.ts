import type { AnswerSchemas } from '../../shared/dialect.ts';
import { sharedSchemas } from '../../shared/schemas/answers.ts';
import { batchSchemas } from '../../shared/schemas/batch.ts';
import { cartSchemas } from './cart.ts';
import { productSchemas } from './product.ts';
import { sessionSchemas } from './sessions.ts';

/** The schema of the body of each view in the service dialect. */
export const schemas: AnswerSchemas = {
  ...sharedSchemas,
  ...productSchemas,
  ...cartSchemas,
  ...sessionSchemas,
  ...batchSchemas(cartSchemas.cartV2),
};
