import koaCors from '@koa/cors';
import { answerHeaders, requestHeaders } from './page-headers.ts';
import type { GatewayMiddleware } from './request-state.ts';

/**
 * Allows cross-origin requests from exactly these origins, and answers pre-flights first
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
