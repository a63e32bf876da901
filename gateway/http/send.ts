import type { IncomingMessage } from 'node:http';
import type { CacheOutcome } from './metrics.ts';
import type { Entry } from './response-cache.ts';
import type { GatewayContext } from './state.ts';

/** An answer that was made for one request. */
export interface PlainAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A value that becomes JSON, or `ReadyJson`. */
  readonly body: unknown;
}

/** An answer that the response cache keeps, or could. */
export interface CachedAnswer {
  readonly entry: Entry;
  readonly outcome: CacheOutcome;
  /** Whether it was made for whoever asked, so that nobody may keep it for another. */
  readonly reserved?: boolean;
}

/** A body that is JSON already. */
export class ReadyJson {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}

/** Seconds that a shared cache may keep an answer, and may go on serving it while it asks anew. */
const sharedSeconds = 30;
const staleSeconds = 60;
const cacheControl = `public, max-age=0, s-maxage=${sharedSeconds}, stale-while-revalidate=${staleSeconds}`;
const reservedControl = 'private, no-store';
const vary = 'Authorization, Origin, Accept-Encoding';
const jsonType = 'application/json; charset=utf-8';

/** Whether `If-None-Match` names the tag, compared weakly as RFC 9110 says. */
export function hasTag({ headers }: IncomingMessage, etag: string): boolean {
  const { 'if-none-match': ifNoneMatch } = headers;
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag || ifNoneMatch === '*') return true;
  return ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}

/** How long a shared cache may keep an answer: never past the moment at which a sale begins or ends. */
function cacheControlOf({ holdsUntil, age }: Entry): string {
  // What nobody could confirm is asked for again.
  if (age > 0) return 'public, max-age=0, s-maxage=0';
  const seconds = Math.floor((holdsUntil - Date.now()) / 1_000);
  if (seconds > sharedSeconds + staleSeconds) return cacheControl;
  return `public, max-age=0, s-maxage=${Math.max(0, Math.min(seconds, sharedSeconds))}`;
}

/** Answers with ready bytes, or with 304 when the client has them. */
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
  // Who wants no cached answer wants a body; one that is somebody's own is made anew each time.
  if ((outcome !== 'SKIP' || reserved) && hasTag(req, entry.etag)) {
    ctx.status = 304;
    return;
  }
  res.setHeader('Content-Type', jsonType);
  ctx.body = entry.bytes;
}

/** Writes an answer to whoever asked. */
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
