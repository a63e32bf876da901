import { z } from 'zod';
import { type View, value } from './view.ts';
import type { Views } from './views.ts';

const response = z
  .strictObject({
    status: z.int().describe('The status of the answer.'),
    headers: z
      .record(z.string(), z.string())
      .describe('The headers of the answer; empty for a request about the cart.'),
    body: z.json().describe('The body of the answer.'),
  })
  .meta({ id: 'BatchResponse' });

const responses = z.strictObject({
  responses: z.array(response).describe('The answers in the order of the requests.'),
});

const refused = z.strictObject({
  failed: z.literal('validation').describe('Always this value: nothing was done.'),
  responses: z.array(response.nullable()).describe('The error of each request; `null` for a valid one.'),
});

/** Returns the view of a body that is written already, with the selected fields of each answer in it. */
function written<Body>(schema: z.ZodType): View<Body, unknown> {
  return { schema, present: (body) => body };
}

/**
 * Returns the views of the answers to a batch, and of the cart's event stream, which writes its body itself. `cart` is
 * the schema of the dialect's whole cart, which may be the answer to a batch.
 */
export function batchViews(cart: z.ZodType) {
  return {
    batch: written<Views['batch']>(z.union([cart, responses.describe('the answer to each request')])),
    batchRefused: written<Views['batchRefused']>(refused),
    cartEvents: value(z.string().describe('An event stream, `text/event-stream`.'), () => ''),
  };
}
