import type { GatewayMetrics } from '../edge/metrics.ts';
import type { GatewayMiddleware } from '../edge/request-state.ts';
import { hasAuthorization } from '../identity/credential-forms.ts';
import { sendEntry } from '../routing/send.ts';
import type { ResponseCache } from './response-cache.ts';

/**
 * Answers from the cache by the raw request target, before any other work. Requests with credentials go on.
 */
export function cachedAnswers(cache: ResponseCache, metrics: GatewayMetrics): GatewayMiddleware {
  return (ctx, next) => {
    const { req } = ctx;
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    // A request that prefers strict handling is checked, even if its answer is known.
    if (!isRead || hasAuthorization(req) || req.headers.prefer !== undefined) return next();
    const entry = cache.byTarget(req.url ?? '');
    if (!entry) return next();
    ctx.state.route = entry.route;
    ctx.state.fromCache = true;
    metrics.cached('HIT');
    sendEntry(ctx, { entry, outcome: 'HIT' });
    return Promise.resolve();
  };
}
