import { z } from 'zod';
import type { Route } from './route.ts';

/**
 * These schemas only document parameters that several routes share, such as `Cart-Key`. Other code reads and
 * checks the parameters.
 */

const cartKey = z.string().max(42).optional();
const inCart = {
  'Cart-Key': cartKey.describe(
    "The key of a guest's cart; the header `CoCart-API-Cart-Key` has the same meaning.",
  ),
};
const once = {
  'Idempotency-Key': z
    .string()
    .max(255)
    .optional()
    .describe('A key of the client. A request that is repeated with the same key is done once.'),
};
const ifMatch = {
  'If-Match': z
    .string()
    .optional()
    .describe(
      'The revision of the cart that the client expects, as in `ETag`. The request is refused if the cart has another one.',
    ),
};
const ifNoneMatch = {
  'If-None-Match': z
    .string()
    .optional()
    .describe('The `ETag` of an earlier answer. If the answer is unchanged, the status is 304.'),
};
const lastEventId = {
  'Last-Event-ID': z.string().optional().describe('The ID of the last event that the client received.'),
};
const prefer = {
  Prefer: z
    .string()
    .optional()
    .describe('`handling=strict` refuses unknown parameters and members of the body (RFC 7240).'),
};
const credentials = {
  Authorization: z
    .string()
    .optional()
    .describe(
      'The credentials: `Bearer` with a token, or `Basic` with user name and password or a key pair.',
    ),
};

/** Returns the schema of a route's request headers. */
export function headersOf(route: Route): z.ZodObject {
  const { kind, writes } = route;
  const writesCart = kind === 'cart' && writes;
  return z.object({
    ...credentials,
    ...prefer,
    ...((kind === 'cart' || kind === 'live') && inCart),
    ...((writesCart || kind === 'catalogue-write') && once),
    ...(writesCart && ifMatch),
    ...(kind === 'catalogue' && ifNoneMatch),
    ...(kind === 'live' && lastEventId),
  });
}

/** Returns the schema of a route's query, with the parameters that all routes of the same kind have. */
export function queryOf({ kind, schemas }: Route): z.ZodObject {
  if (kind === 'catalogue') {
    return schemas.query.extend({
      _skip_cache: z.boolean().default(false).describe('Whether the answer must not come from a cache.'),
    });
  }
  if (kind !== 'cart' && kind !== 'live') return schemas.query;
  return schemas.query.extend({ cart_key: cartKey.describe('The same as the header `Cart-Key`.') });
}
