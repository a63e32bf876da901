import type { IncomingMessage } from 'node:http';
import { cacheControlOf, entryHeaders } from '../cache/entry-headers.ts';
import type { Entry } from '../cache/response-cache.ts';
import type { CacheOutcome } from '../edge/metrics.ts';
import type { GatewayContext } from '../edge/request-state.ts';
import { ReadyJson } from './ready-json.ts';

/** An answer that is made for one request and is not cached. */
export interface PlainAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A value to write as JSON, or `ReadyJson`. */
  readonly body: unknown;
}

/** An answer from the response cache, or a new answer that the cache may have stored. */
export interface CachedAnswer {
  readonly entry: Entry;
  readonly outcome: CacheOutcome;
  /** Whether only some callers may see the answer. No cache may store a reserved answer. */
  readonly reserved?: boolean;
}

const reservedControl = 'private, no-store';
export const jsonType = 'application/json; charset=utf-8';

/** Returns the ETag in `If-None-Match` that matches the answer, compressed or not. Null if no ETag matches. */
export function matchingTag({ headers }: IncomingMessage, etag: string): string | null {
  const { 'if-none-match': ifNoneMatch } = headers;
  if (ifNoneMatch === undefined) return null;
  if (ifNoneMatch === etag || ifNoneMatch === '*') return etag;
  // `W/` is ignored, because RFC 9110 requires the weak comparison for `If-None-Match`.
  const tags = ifNoneMatch.split(',').map((one) => one.trim().replace(/^W\//, ''));
  return tags.find((tag) => tag === etag || tag.replace(/-(?:br|gzip)"$/, '"') === etag) ?? null;
}

/** Sends the bytes of a cached answer, or status 304 if the client already has these bytes. */
function sendEntry(ctx: GatewayContext, { entry, outcome, reserved = false }: CachedAnswer): void {
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

/** Sends an answer. */
export function send(ctx: GatewayContext, answer: PlainAnswer | CachedAnswer): void {
  if ('entry' in answer) {
    sendEntry(ctx, answer);
    return;
  }
  const { body } = answer;
  const json = body instanceof ReadyJson ? body.bytes : JSON.stringify(body);
  for (const [name, value] of Object.entries(answer.headers)) ctx.res.setHeader(name, value);
  ctx.res.setHeader('Content-Type', jsonType);
  ctx.status = answer.status;
  ctx.body = json;
}
