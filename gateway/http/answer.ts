import type { IncomingMessage } from 'node:http';
import type { GatewayContext } from './request-state.ts';

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
