import { z } from 'zod';
import { text, whole } from './texts.ts';

const BatchResponse = z
  .strictObject({
    status: whole.describe('The status that the request would have by itself.'),
    headers: z.record(text, text).describe('Its headers; a request about the cart has none of its own.'),
    body: z.json().describe('Its body.'),
  })
  .meta({ id: 'BatchResponse' });

/** Returns the schemas of a batch, whose answer may be the whole cart, and of the cart's event stream. */
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
      failed: z.literal('validation').describe('Nothing was done.'),
      responses: z
        .array(BatchResponse.nullable())
        .describe('What is wrong with each request; `null` for one that is good.'),
    }),
    cartEvents: text.describe('A stream of events, `text/event-stream`.'),
  };
}
