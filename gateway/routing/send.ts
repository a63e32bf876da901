import type { IncomingMessage } from 'node:http';
import type { Entry } from '../cache/response-cache.ts';
import type { CacheOutcome } from '../edge/metrics.ts';
import type { GatewayContext } from '../edge/request-state.ts';

/** An answer for one request. */
export interface PlainAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A value to write as JSON, or `ReadyJson`. */
  readonly body: unknown;
}

/** An answer that is or could be cached. */
export interface CachedAnswer {
  readonly entry: Entry;
  readonly outcome: CacheOutcome;
  /** Whether it is for this caller only, so that no cache may store it. */
  readonly reserved?: boolean;
}

/** A body that is already JSON. */
export class ReadyJson {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}

/** Seconds for which a shared cache may store an answer, and serve it stale while it revalidates. */
const sharedSeconds = 30;
const staleSeconds = 60;
const cacheControl = `public, max-age=0, s-maxage=${sharedSeconds}, stale-while-revalidate=${staleSeconds}`;
const reservedControl = 'private, no-store';
const vary = 'Authorization, Origin, Accept-Encoding, Prefer';
const jsonType = 'application/json; charset=utf-8';

/** Whether `If-None-Match` has the tag, compared weakly (RFC 9110). */
export function hasTag({ headers }: IncomingMessage, etag: string): boolean {
  const { 'if-none-match': ifNoneMatch } = headers;
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag || ifNoneMatch === '*') return true;
  return ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}

/** Returns `Cache-Control` for shared caches, never longer than until a sale begins or ends. */
function cacheControlOf({ holdsUntil, age }: Entry): string {
  // Stale answers must be revalidated.
  if (age > 0) return 'public, max-age=0, s-maxage=0';
  const seconds = Math.floor((holdsUntil - Date.now()) / 1_000);
  if (seconds > sharedSeconds + staleSeconds) return cacheControl;
  return `public, max-age=0, s-maxage=${Math.max(0, Math.min(seconds, sharedSeconds))}`;
}

/** Sends ready bytes, or 304 if the client has them. */
export function sendEntry(ctx: GatewayContext, { entry, outcome, reserved = false }: CachedAnswer): void {
  const { req, res } = ctx;
  for (const [name, value] of entry.headers) res.setHeader(name, value);
  res.setHeader('Cache-Control', reserved ? reservedControl : cacheControlOf(entry));
  if (entry.age > 0) {
    res.setHeader('Warning', '110 - "Response is Stale"');
    res.setHeader('Age', String(Math.ceil(entry.age / 1_000)));
  }
  res.setHeader('Vary', vary);
  res.setHeader('ETag', entry.etag);
  res.setHeader('CoCart-Cache', outcome);
  // A client that bypasses the cache needs a body, unless the answer is its own and always new.
  if ((outcome !== 'SKIP' || reserved) && hasTag(req, entry.etag)) {
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
