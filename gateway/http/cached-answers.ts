import { hasAuthorization } from './credentials.ts';
import type { CacheOutcome, GatewayMetrics } from './metrics.ts';
import type { Entry, ResponseCache } from './response-cache.ts';
import type { GatewayContext, GatewayMiddleware } from './state.ts';

/** Seconds that a shared cache may keep an answer, and may go on serving it while it asks anew. */
const sharedSeconds = 30;
const staleSeconds = 60;
const cacheControl = `public, max-age=0, s-maxage=${sharedSeconds}, stale-while-revalidate=${staleSeconds}`;
const vary = 'Authorization, Origin, Accept-Encoding';

/** Whether `If-None-Match` names the tag, compared weakly as RFC 9110 says. */
function names(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag || ifNoneMatch === '*') return true;
  return ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}

/** How long a shared cache may keep an answer: never past the moment at which a sale begins or ends. */
function cacheControlOf({ holdsUntil }: Entry): string {
  const seconds = Math.floor((holdsUntil - Date.now()) / 1_000);
  if (seconds > sharedSeconds + staleSeconds) return cacheControl;
  return `public, max-age=0, s-maxage=${Math.max(0, Math.min(seconds, sharedSeconds))}`;
}

/** Answers with ready bytes, or with 304 when the client has them. */
export function sendEntry(ctx: GatewayContext, entry: Entry, outcome: CacheOutcome): void {
  const { req, res } = ctx;
  res.setHeader('Cache-Control', cacheControlOf(entry));
  res.setHeader('Vary', vary);
  res.setHeader('ETag', entry.etag);
  res.setHeader('CoCart-Cache', outcome);
  const ifNoneMatch = req.headers['if-none-match'];
  if (ifNoneMatch !== undefined && outcome !== 'SKIP' && names(ifNoneMatch, entry.etag)) {
    ctx.status = 304;
    return;
  }
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  ctx.body = entry.bytes;
}

/**
 * Answers from the cache before anything about the request is worked out: by its raw target, which led to the same
 * answer before. Requests with credentials go on.
 */
export function cachedAnswers(cache: ResponseCache, metrics: GatewayMetrics): GatewayMiddleware {
  return (ctx, next) => {
    const { req } = ctx;
    if ((req.method !== 'GET' && req.method !== 'HEAD') || hasAuthorization(req)) return next();
    const entry = cache.byTarget(req.url ?? '');
    if (!entry) return next();
    ctx.state.route = entry.route;
    metrics.cached('HIT');
    sendEntry(ctx, entry, 'HIT');
    return Promise.resolve();
  };
}
