import koaCors from '@koa/cors';
import type { GatewayMiddleware } from './state.ts';

const requestHeaders = [
  'Accept',
  'Authorization',
  'Cart-Key',
  'CoCart-API-Cart-Key',
  'Content-Disposition',
  'Content-MD5',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Last-Event-ID',
  // Browsers that let it be set name it in the pre-flight, and the SDKs set it
  // (docs/reference/README.md#cross-origin-requests).
  'User-Agent',
  'X-Request-Id',
  'X-Requested-With',
];
const answerHeaders = [
  'Cart-Expiration',
  'Cart-Expiring',
  'Cart-Key',
  'CoCart-API-Cart-Key',
  'CoCart-API-Cart-Expiration',
  'CoCart-API-Cart-Expiring',
  'CoCart-Cache',
  'CoCart-Timestamp',
  'ETag',
  'Idempotency-Replayed',
  'Link',
  'Location',
  'RateLimit',
  'RateLimit-Limit',
  'RateLimit-Policy',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'RateLimit-Retry-After',
  'Retry-After',
  'X-Request-Id',
  'X-WP-Total',
  'X-WP-TotalPages',
];

/**
 * Lets pages of exactly these origins call; answers pre-flights before anything else is done
 * (docs/reference/README.md#cross-origin-requests).
 */
export function cors(origins: readonly string[]): GatewayMiddleware {
  const known = new Set(origins);
  return koaCors({
    origin: (ctx) => (known.has(ctx.get('Origin')) ? ctx.get('Origin') : ''),
    allowMethods: ['OPTIONS', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowHeaders: requestHeaders,
    exposeHeaders: answerHeaders,
    credentials: true,
    maxAge: 600,
    keepHeadersOnError: false,
  });
}
