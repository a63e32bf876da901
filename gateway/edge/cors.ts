import koaCors from '@koa/cors';
import { exposedHeaders } from './cors-headers.ts';
import { isAllowed } from './origins.ts';
import type { GatewayMiddleware } from './request-state.ts';

/**
 * Returns the middleware that allows cross-origin requests from these origins, with any request header. The
 * middleware also answers pre-flight requests (docs/reference/README.md#cross-origin-requests).
 */
export function cors(origins: readonly string[]): GatewayMiddleware {
  const allow = koaCors({
    origin: (ctx) => (isAllowed(ctx.get('Origin'), origins) ? ctx.get('Origin') : ''),
    allowMethods: ['OPTIONS', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposeHeaders: exposedHeaders,
    credentials: true,
    maxAge: 600,
    keepHeadersOnError: false,
  });
  return (ctx, next) => {
    if (ctx.method === 'OPTIONS') ctx.vary('Access-Control-Request-Headers');
    return allow(ctx, next);
  };
}
