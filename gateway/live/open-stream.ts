import type { GatewayContext } from '../edge/request-state.ts';
import type { LiveCarts } from './live-carts.ts';
import type { CartRevision, LiveStream } from './live-stream.ts';

/** The answer of a live route: a stream to open, with headers and the state of the cart. */
export interface LiveAnswer {
  readonly stream: LiveStream;
  readonly headers: Readonly<Record<string, string>>;
  readonly standing: CartRevision;
  readonly lastEventId: string | undefined;
}

const streamHeaders = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  // Keeps nginx from buffering the stream.
  'X-Accel-Buffering': 'no',
  // The connection must close when the stream ends.
  Connection: 'close',
};

/** Answers a request with a stream, without Koa; the stream sends until client or gateway ends it. */
export function openStream(ctx: GatewayContext, answer: LiveAnswer, live: LiveCarts): void {
  const { stream, headers, standing, lastEventId } = answer;
  const { res } = ctx;
  if (res.destroyed) {
    live.drop(stream);
    return;
  }
  ctx.respond = false;
  res.statusCode = 200;
  for (const [name, value] of Object.entries({ ...headers, ...streamHeaders })) res.setHeader(name, value);
  res.once('close', () => live.drop(stream));
  live.open(stream, res, standing, lastEventId);
}
