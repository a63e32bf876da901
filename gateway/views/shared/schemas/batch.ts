import { z } from 'zod';
import { text, whole } from './texts.ts';

const BatchResponse = z
  .strictObject({
    status: whole.describe('The status of the answer.'),
    headers: z.record(text, text).describe('The headers of the answer; empty for a request about the cart.'),
    body: z.json().describe('The body of the answer.'),
  })
  .meta({ id: 'BatchResponse' });

/**
 * Returns the schemas of the answers to a batch, and of the cart's event stream. `cart` is the dialect's
 * schema of the whole cart, which may be the answer to a batch.
 */
export function batchSchemas<Cart extends z.ZodType>(cart: Cart) {
  return {
    batch: z.union([
      cart,
      z
        .strictObject({
          responses: z.array(BatchResponse).describe('The answers in the order of the requests.'),
        })
        .describe('the answer to each request'),
    ]),
    batchRefused: z.strictObject({
      failed: z.literal('validation').describe('Always this value: nothing was done.'),
      responses: z
        .array(BatchResponse.nullable())
        .describe('The error of each request; `null` for a valid one.'),
    }),
    cartEvents: text.describe('An event stream, `text/event-stream`.'),
  };
}
