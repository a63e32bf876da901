import { cacheControlOf, entryHeaders } from '../cache/entry-headers.ts';
import type { Entry } from '../cache/response-cache.ts';
import { jsonType, matchingTag } from '../http/answer.ts';
import type { CacheOutcome } from '../http/metrics.ts';
import type { GatewayContext } from '../http/request-state.ts';

/** An answer from the response cache, or a new answer that the cache may have stored. */
export interface CachedAnswer {
  readonly entry: Entry;
  readonly outcome: CacheOutcome;
  /** Whether only some callers may see the answer. No cache may store a reserved answer. */
  readonly reserved?: boolean;
}

const reservedControl = 'private, no-store';

/** Sends the bytes of a cached answer, or status 304 if the client already has these bytes. */
export function sendEntry(ctx: GatewayContext, { entry, outcome, reserved = false }: CachedAnswer): void {
  const { req, res } = ctx;
  for (const [name, value] of Object.entries(entryHeaders(entry, outcome))) res.setHeader(name, value);
  res.setHeader('Cache-Control', reserved ? reservedControl : cacheControlOf(entry));
  // A request with `_skip_cache` has the outcome `SKIP` and must get a body, so the status is never 304. A
  // reserved answer also has the outcome `SKIP`, but its status may be 304.
  const tag = outcome !== 'SKIP' || reserved ? matchingTag(req, entry.etag) : null;
  res.setHeader('ETag', tag ?? entry.etag);
  if (tag !== null) {
    ctx.status = 304;
    return;
  }
  res.setHeader('Content-Type', jsonType);
  ctx.body = entry.bytes;
}
