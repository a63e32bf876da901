import type { GatewayContext } from '../http/request-state.ts';
import type { LiveCarts } from './live-carts.ts';
import type { CartRevision, LiveStream } from './live-stream.ts';

/** The answer to a request for an event stream: the stream, headers, and the current revision of the cart. */
export interface LiveAnswer {
  readonly stream: LiveStream;
  readonly headers: Readonly<Record<string, string>>;
  readonly cartRevision: CartRevision;
  readonly lastEventId: string | undefined;
}

const streamHeaders = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  // This header tells nginx not to buffer the stream.
  'X-Accel-Buffering': 'no',
  // Without this header, the connection would stay open after the end of the stream.
  Connection: 'close',
};

/**
 * Answers a request with an event stream, without Koa. The stream is open until the client or the gateway
 * ends it.
 */
export function openStream(ctx: GatewayContext, answer: LiveAnswer, live: LiveCarts): void {
  const { stream, headers, cartRevision, lastEventId } = answer;
  const { res } = ctx;
  if (res.destroyed) {
    live.drop(stream);
    return;
  }
  ctx.respond = false;
  res.statusCode = 200;
  for (const [name, value] of Object.entries({ ...headers, ...streamHeaders })) res.setHeader(name, value);
  res.once('close', () => live.drop(stream));
  live.open(stream, res, cartRevision, lastEventId);
}
