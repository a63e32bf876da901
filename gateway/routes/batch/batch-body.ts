import { z } from 'zod';
import { jsonMap, list } from '../../routing/parameters.ts';

/** Maximum number of requests in a batch (docs/reference/batch.md#send-several-requests). */
const maxRequests = 25;
/** Maximum number of characters in the path of a request in a batch. */
const maxPathLength = 2_000;

/** A request of a batch. Only headers with a cart key have an effect. */
const BatchRequest = z.object({
  method: z.enum(['POST', 'PUT', 'PATCH', 'DELETE', 'GET']).default('POST').describe('The HTTP method.'),
  path: z.string().min(1).max(maxPathLength).describe('The path with its query.'),
  body: jsonMap(1_000).default({}).describe('The body of the request.'),
  headers: jsonMap(100)
    .default({})
    .describe('The headers of the request; only those with a cart key have an effect.'),
});
export type BatchRequest = z.output<typeof BatchRequest>;

/** Body of a batch (docs/reference/batch.md#send-several-requests). */
export const BatchBody = z.object({
  validation: z
    .enum(['normal', 'require-all-validate'])
    .default('normal')
    .describe('With `require-all-validate` nothing is done if one request is invalid.'),
  requests: list(BatchRequest, maxRequests, 1).describe('The requests, at most 25.'),
});
