import { refusal } from '#platform/errors/errors.ts';
import type { AnyCartEvent } from '#platform/events/cart-event-listener.ts';
import type { GatewayContext, RevocableClaims } from '../http/request-state.ts';
import { type CartRevision, frame, type Listener, LiveStream, type Wire } from './live-stream.ts';

/** Maximum number of open streams of one account, and of one network. */
const maxOfClient = 100;
/** Seconds after which a client may retry if the gateway has too many streams. */
const fullRetrySeconds = 10;
/** Seconds after which a client may retry if this client has too many streams. */
const clientRetrySeconds = 30;
/** Milliseconds after which an idle stream sends a heartbeat. */
const heartbeatMs = 15_000;
/** Milliseconds between two checks of all streams (`tick`). */
const tickMs = 1_000;
/**
 * Minimum lifetime of a stream in milliseconds. When a stream ends, its client reconnects. The gateway then
 * checks the credentials again, and new gateways get their share of the streams.
 */
const lifetimeMs = 900_000;
/**
 * Maximum milliseconds by which the lifetime of a stream is extended. The extension is random, because
 * otherwise clients would all reconnect at once.
 */
const lifetimeSpreadMs = 300_000;
/** Milliseconds within which all clients reconnect after the gateway may have missed events. */
const missedSpreadMs = 10_000;
/**
 * Milliseconds within which clients reconnect when this process stops. Each client waits for a random time,
 * because otherwise the other gateways would get all requests at once.
 */
const shutSpreadMs = 3_000;

/** Dependencies of `LiveCarts`. */
interface Bounds {
  /** Maximum number of open streams of the gateway. */
  readonly most: number;
  /** Returns whether the credentials with these claims are still valid. */
  isGood(claims: RevocableClaims): boolean;
  /**
   * Subscribes to cart events, or unsubscribes if `isWanted` is false. Called before the first stream begins
   * and after the last stream has ended.
   */
  follow(isWanted: boolean): void;
}

/**
 * Manages all open event streams of a gateway.
 *
 * A stream sends only the revision of a changed cart, and the client then reads the cart. If the gateway may
 * have missed events, all streams end. Each client reconnects and sends its last revision, so no change is
 * lost.
 */
export class LiveCarts {
  readonly #bounds: Bounds;
  readonly #streams = new Set<LiveStream>();
  readonly #streamsByCart = new Map<string, Set<LiveStream>>();
  readonly #countByClient = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /** Number of open streams. */
  get size(): number {
    return this.#streams.size;
  }

  /** Starts the timer that calls `tick`. */
  start(): void {
    this.#timer = setInterval(() => this.tick(Date.now()), tickMs);
  }

  /**
   * Returns a new stream that collects the events of a cart. The caller must pass the stream to `open` or
   * `drop`.
   *
   * @throws ServiceError `service_stream_limit_exceeded` if the client has too many streams,
   * `service_unavailable` if the gateway has too many streams or is stopping
   */
  listen(listener: Listener): LiveStream {
    if (this.#closed || this.#streams.size >= this.#bounds.most)
      throw refusal('service_unavailable', { retry_after: this.#closed ? 1 : fullRetrySeconds });
    const { clients, digest } = listener;
    const countOf = (client: string) => this.#countByClient.get(client) ?? 0;
    if (clients.some((client) => countOf(client) >= maxOfClient))
      throw refusal('service_stream_limit_exceeded', { retry_after: clientRetrySeconds, limit: maxOfClient });
    const stream = new LiveStream(listener, Date.now() + lifetimeMs + Math.random() * lifetimeSpreadMs);
    for (const client of clients) this.#countByClient.set(client, countOf(client) + 1);
    this.#streams.add(stream);
    if (this.#streams.size === 1) this.#bounds.follow(true);
    const ofCart = this.#streamsByCart.get(digest);
    if (ofCart) ofCart.add(stream);
    else this.#streamsByCart.set(digest, new Set([stream]));
    return stream;
  }

  /** Starts to send the events of a stream. The caller must call `drop` when the connection closes. */
  open(stream: LiveStream, wire: Wire, cartRevision: CartRevision, lastEventId: string | undefined): void {
    stream.open(wire, cartRevision, lastEventId, Date.now());
    if (this.#closed) this.#end(stream, shutSpreadMs);
  }

  /** Removes a stream that has ended. If the stream was already removed, does nothing. */
  drop(stream: LiveStream): void {
    if (!this.#streams.delete(stream)) return;
    if (this.#streams.size === 0) this.#bounds.follow(false);
    const { digest, clients } = stream;
    const ofCart = this.#streamsByCart.get(digest);
    ofCart?.delete(stream);
    if (ofCart?.size === 0) this.#streamsByCart.delete(digest);
    for (const client of clients) {
      const count = (this.#countByClient.get(client) ?? 1) - 1;
      if (count > 0) this.#countByClient.set(client, count);
      else this.#countByClient.delete(client);
    }
  }

  /** Returns whether there is a stream for the cart whose key has this digest. */
  needsEventsOf(digest: string): boolean {
    return this.#streamsByCart.has(digest);
  }

  /**
   * Sends an event of a cart to the streams of the cart. The event `cart.abandoned` is not sent, because
   * the cart has not changed.
   */
  receive({ type, data: { cart, revision, lines } }: AnyCartEvent): void {
    if (type === 'cart.abandoned') return;
    const event = { type, revision, lines };
    const [text, now] = [frame(event), Date.now()];
    for (const stream of this.#streamsByCart.get(cart) ?? []) {
      if (this.#isValid(stream)) stream.send(event, text, now);
      else this.#end(stream);
    }
  }

  /**
   * Ends all streams within ten seconds, each at a random time. Called when the gateway may have missed
   * events.
   */
  missed(): void {
    const now = Date.now();
    for (const stream of this.#streams) {
      stream.endsAt = Math.min(stream.endsAt, now + Math.random() * missedSpreadMs);
    }
  }

  /**
   * Ends streams whose time is over or whose credentials have become invalid, and sends heartbeats on idle
   * streams. `now` is in Unix milliseconds.
   */
  tick(now: number): void {
    for (const stream of this.#streams) {
      if (!stream.isOpen) continue;
      if (stream.endsAt <= now || !this.#isValid(stream)) this.#end(stream);
      else if (now - stream.wroteAt >= heartbeatMs) stream.beat(now);
    }
  }

  #isValid({ claims }: LiveStream): boolean {
    return claims === null || this.#bounds.isGood(claims);
  }

  #end(stream: LiveStream, spreadMs?: number): void {
    stream.end(spreadMs && Math.random() * spreadMs);
    this.drop(stream);
  }

  /** Ends all streams and refuses new streams. */
  close(): void {
    this.#closed = true;
    clearInterval(this.#timer);
    for (const stream of this.#streams) if (stream.isOpen) this.#end(stream, shutSpreadMs);
  }
}

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
