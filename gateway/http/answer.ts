import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { WriteRate } from '#contracts/cart-commands.ts';
import type { GatewayContext } from './request-state.ts';

/**
 * Headers of every answer to a request that the gateway could read. Search engines must not index the answer.
 * Browsers must not run the answer as a page, show it in a frame or guess its type.
 */
export const commonHeaders: readonly (readonly [name: string, value: string])[] = [
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Robots-Tag', 'noindex'],
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ['Referrer-Policy', 'no-referrer'],
];
export const strictTransport = 'max-age=31536000';

const wellFormed = /^[A-Za-z0-9_-]{1,64}$/;
const ownPrefix = randomBytes(8).toString('hex');
let count = 0;

/** Returns the request id that the client sent if it is well-formed; otherwise a new id. */
export function requestId(given: string | string[] | undefined): string {
  if (typeof given === 'string' && wellFormed.test(given)) return given;
  count += 1;
  return `${ownPrefix}${count.toString(36)}`;
}

/** Headers of an answer that caches must not store (docs/reference/README.md#headers). */
export const noStore = {
  'Cache-Control': 'no-store, no-cache, must-revalidate, max-age=0',
  Expires: 'Thu, 01 Jan 1970 00:00:00 GMT',
  Pragma: 'no-cache',
};

/**
 * Returns the headers of every cart answer (docs/reference/README.md#headers). Errors have these headers too,
 * so that a guest keeps the cart key. The key is in two headers, because SDKs read different headers.
 */
export function keyHeaders(key: string): Record<string, string> {
  return {
    'Cart-Key': key,
    'CoCart-API-Cart-Key': key,
    ...noStore,
    Vary: 'Authorization, Origin, Cart-Key, CoCart-API-Cart-Key',
  };
}

/** Names of the rate limits: cart writes and login attempts. */
type Policy = 'cart-writes' | 'logins';

/**
 * Returns the headers that say how many requests the rate limit still allows
 * (docs/reference/rules.md#rate-limits). `now` is in Unix milliseconds.
 */
export function rateHeaders(
  { limit, window, remaining, resetsIn }: WriteRate,
  now: number,
  policy: Policy = 'cart-writes',
): Record<string, string> {
  return {
    'RateLimit-Limit': String(limit),
    'RateLimit-Remaining': String(remaining),
    'RateLimit-Reset': String(Math.ceil(now / 1_000) + resetsIn),
    RateLimit: `"${policy}";r=${remaining};t=${resetsIn}`,
    'RateLimit-Policy': `"${policy}";q=${limit};w=${window}`,
  };
}

/** The body of an answer as bytes of JSON, which can be sent unchanged. */
export class ReadyJson {
  readonly bytes: Buffer;
  /** A digest of the bytes: different bytes have different digests. Null if the digest was not computed. */
  readonly digest: string | null;

  constructor(bytes: Buffer, digest: string | null = null) {
    this.bytes = bytes;
    this.digest = digest;
  }
}

/** An answer that is made for one request and is not cached. */
export interface PlainAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A value to write as JSON, or `ReadyJson`. */
  readonly body: unknown;
}

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

export function send(ctx: GatewayContext, { status, headers, body }: PlainAnswer): void {
  for (const [name, value] of Object.entries(headers)) ctx.res.setHeader(name, value);
  ctx.res.setHeader('Content-Type', jsonType);
  ctx.status = status;
  ctx.body = body instanceof ReadyJson ? body.bytes : JSON.stringify(body);
}
