import type { IncomingMessage } from 'node:http';
import { cacheControlOf, entryHeaders } from '../cache/entry-headers.ts';
import type { Entry } from '../cache/response-cache.ts';
import type { CacheOutcome } from '../edge/metrics.ts';
import type { GatewayContext } from '../edge/request-state.ts';
import { ReadyJson } from './ready-json.ts';

/** An answer for one request. */
export interface PlainAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A value to write as JSON, or `ReadyJson`. */
  readonly body: unknown;
}

/** An answer from the response cache, or one that could be stored there. */
export interface CachedAnswer {
  readonly entry: Entry;
  readonly outcome: CacheOutcome;
  /** Whether the answer is for this caller only, so that no cache may store it. */
  readonly reserved?: boolean;
}

const reservedControl = 'private, no-store';
export const jsonType = 'application/json; charset=utf-8';

/** Returns the ETag in `If-None-Match` that belongs to the answer, compressed or not; null if none does. */
export function matchingTag({ headers }: IncomingMessage, etag: string): string | null {
  const { 'if-none-match': ifNoneMatch } = headers;
  if (ifNoneMatch === undefined) return null;
  if (ifNoneMatch === etag || ifNoneMatch === '*') return etag;
  // RFC 9110 compares these tags weakly, so `W/` is ignored.
  const tags = ifNoneMatch.split(',').map((one) => one.trim().replace(/^W\//, ''));
  return tags.find((tag) => tag === etag || tag.replace(/-(?:br|gzip)"$/, '"') === etag) ?? null;
}

/** Sends the bytes of an entry, or 304 if the client has them. */
function sendEntry(ctx: GatewayContext, { entry, outcome, reserved = false }: CachedAnswer): void {
  const { req, res } = ctx;
  for (const [name, value] of Object.entries(entryHeaders(entry, outcome))) res.setHeader(name, value);
  res.setHeader('Cache-Control', reserved ? reservedControl : cacheControlOf(entry));
  // A client that skips the cache needs a body. A reserved answer is new in every request, so it may be a 304.
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
