import koaCors from '@koa/cors';
import { answerHeaders, requestHeaders } from './page-headers.ts';
import type { GatewayMiddleware } from './state.ts';

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
