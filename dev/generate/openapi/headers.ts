import type { Route } from '../../../gateway/routing/route.ts';
import type { Node } from './components.ts';

const textHeader = (description: string): Node => ({ description, schema: { type: 'string' } });
const integerHeader = (description: string): Node => ({ description, schema: { type: 'integer' } });

/** The components of the OpenAPI document for headers of answers, by the name of the header. */
export const headerComponents = {
  'X-Request-Id': textHeader('Names the request in the logs; a client may send its own.'),
  ETag: textHeader('Of the catalogue, the tag for `If-None-Match`; of a cart, its revision for `If-Match`.'),
  'Cache-Control': textHeader('How long a shared cache may keep the answer.'),
  Vary: textHeader('The request headers that the answer depends on.'),
  'CoCart-Cache': textHeader('`HIT`, `MISS` or `SKIP`: whether the answer came from the cache.'),
  'X-WP-Total': integerHeader('The number of entries on all pages.'),
  'X-WP-TotalPages': integerHeader('The number of pages.'),
  Link: textHeader('The addresses of the previous and the next page (RFC 8288).'),
  Location: textHeader('The address of the new resource.'),
  'Preference-Applied': textHeader('`handling=strict` if unknown names would have been refused.'),
  'Cart-Key': textHeader('The key of the cart. A guest sends it with the next request.'),
  'Cart-Expiring': integerHeader('Unix seconds from when on a read gives the cart its whole time again.'),
  'Cart-Expiration': integerHeader('Unix seconds at which the cart expires if it is not used.'),
  'Idempotency-Replayed': textHeader(
    '`true` if an earlier request with the same `Idempotency-Key` did the write.',
  ),
  RateLimit: textHeader('What is left of the limit: `r` requests, reset in `t` seconds.'),
  'RateLimit-Policy': textHeader('The limit: `q` requests in `w` seconds.'),
  'Retry-After': integerHeader('Seconds after which the request may be repeated.'),
  'WWW-Authenticate': textHeader('How to log in.'),
} satisfies Record<string, Node>;

type Name = keyof typeof headerComponents;

function refs(names: readonly Name[]): Node {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

const headersOfKind: Readonly<Record<Route['kind'], readonly Name[]>> = {
  catalogue: ['ETag', 'Cache-Control', 'Vary', 'CoCart-Cache'],
  'catalogue-write': ['Cache-Control'],
  cart: ['Cart-Key', 'Cart-Expiring', 'Cart-Expiration', 'ETag', 'Cache-Control', 'Vary'],
  live: ['Cart-Key', 'Cache-Control'],
  account: ['Cache-Control'],
  manager: ['Cache-Control'],
};

/** Returns references to the headers that a route's answer with the given status can have. */
export function headersOfAnswer({ kind, writes, schemas }: Route, status: string): Node {
  const writesCart = kind === 'cart' && writes;
  return refs([
    'X-Request-Id',
    'Preference-Applied',
    ...headersOfKind[kind],
    ...(writesCart ? (['Idempotency-Replayed', 'RateLimit', 'RateLimit-Policy'] as const) : []),
    ...('page' in schemas.query.shape ? (['X-WP-Total', 'X-WP-TotalPages', 'Link'] as const) : []),
    ...(status === '201' ? (['Location'] as const) : []),
  ]);
}

/** Returns references to the headers that an error with the given status can have. */
export function headersOfError(status: number): Node {
  return refs([
    'X-Request-Id',
    ...(status === 401 ? (['WWW-Authenticate'] as const) : []),
    ...(status === 412 ? (['ETag'] as const) : []),
    ...(status === 429 ? (['RateLimit', 'RateLimit-Policy'] as const) : []),
    ...(status === 429 || status === 503 ? (['Retry-After'] as const) : []),
  ]);
}
