import { refusal } from '#platform/errors/errors.ts';
import type { AnyCartEvent } from '#platform/events/cart-event-listener.ts';
import type { Believed } from '../identity/identity.ts';
import { type CartRevision, frame, type Listener, LiveStream, type Wire } from './live-stream.ts';

/** Maximum number of streams of one client. */
const mostOfClient = 100;
/** Seconds until a refused client may try again. */
const fullRetry = 10;
const clientRetry = 30;
/** Milliseconds without output after which a stream sends a heartbeat. */
const beatMs = 15_000;
/** Milliseconds between checks of all streams. */
const tickMs = 1_000;
/**
 * Milliseconds. A stream ends after fifteen to twenty minutes and the client reconnects, so credentials are
 * checked again and new gateways get their share.
 */
const lifetimeMs = 900_000;
const lifetimeSpreadMs = 300_000;
/** Milliseconds within which all clients reconnect after events that may have been missed. */
const missedSpreadMs = 10_000;
/** The same for the shutdown of this process, to protect the other gateways. */
const shutSpreadMs = 3_000;

/** The limit of streams, and the check of credentials. */
interface Bounds {
  readonly most: number;
  isGood(believed: Believed): boolean;
  /** Called when the first stream begins, and when the last has ended. */
  follow(isWanted: boolean): void;
}

/**
 * All open streams of a gateway, by cart. A stream contains no cart: a client that is notified of a change reads its
 * cart. If events may have been missed, the streams end, and each client reconnects with its last revision, so that
 * no change is lost.
 */
export class LiveCarts {
  readonly #bounds: Bounds;
  readonly #streams = new Set<LiveStream>();
  readonly #ofCart = new Map<string, Set<LiveStream>>();
  readonly #ofClient = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /** Number of streams. */
  get size(): number {
    return this.#streams.size;
  }

  /** Starts one timer for all streams. */
  start(): void {
    this.#timer = setInterval(() => this.tick(Date.now()), tickMs);
  }

  /**
   * Returns a stream that collects events from now on; the caller opens or drops it.
   *
   * @throws ServiceError `service_stream_limit_exceeded` for too many of one client, `service_unavailable`
   * for too many in all or when stopping
   */
  listen(listener: Listener): LiveStream {
    if (this.#closed || this.#streams.size >= this.#bounds.most)
      throw refusal('service_unavailable', { retry_after: this.#closed ? 1 : fullRetry });
    const { client, digest } = listener;
    const others = client === null ? 0 : (this.#ofClient.get(client) ?? 0);
    if (others >= mostOfClient)
      throw refusal('service_stream_limit_exceeded', { retry_after: clientRetry, limit: mostOfClient });
    const stream = new LiveStream(listener, Date.now() + lifetimeMs + Math.random() * lifetimeSpreadMs);
    if (client !== null) this.#ofClient.set(client, others + 1);
    this.#streams.add(stream);
    if (this.#streams.size === 1) this.#bounds.follow(true);
    const ofCart = this.#ofCart.get(digest);
    if (ofCart) ofCart.add(stream);
    else this.#ofCart.set(digest, new Set([stream]));
    return stream;
  }

  /** Opens a stream. The caller drops it when the connection closes. */
  open(stream: LiveStream, wire: Wire, standing: CartRevision, lastEventId: string | undefined): void {
    stream.open(wire, standing, lastEventId, Date.now());
    if (this.#closed) this.#end(stream, shutSpreadMs);
  }

  /** Removes a stream. May be called twice. */
  drop(stream: LiveStream): void {
    if (!this.#streams.delete(stream)) return;
    if (this.#streams.size === 0) this.#bounds.follow(false);
    const { digest, client } = stream;
    const ofCart = this.#ofCart.get(digest);
    ofCart?.delete(stream);
    if (ofCart?.size === 0) this.#ofCart.delete(digest);
    if (client === null) return;
    const left = (this.#ofClient.get(client) ?? 1) - 1;
    if (left > 0) this.#ofClient.set(client, left);
    else this.#ofClient.delete(client);
  }

  /** Whether a stream listens to the cart with this digest. */
  wants(digest: string): boolean {
    return this.#ofCart.has(digest);
  }

  /** Passes a cart's event to its streams, except `abandoned`, which is not a change. */
  hear({ type, data: { cart, revision, lines } }: AnyCartEvent): void {
    if (type === 'cart.abandoned') return;
    const event = { type, revision, lines };
    const [text, now] = [frame(event), Date.now()];
    for (const stream of this.#ofCart.get(cart) ?? []) {
      if (this.#mayHear(stream)) stream.send(event, text, now);
      else this.#end(stream);
    }
  }

  /** Ends all streams soon, each at another moment, since events may be missing. */
  missed(): void {
    const now = Date.now();
    for (const stream of this.#streams) {
      stream.endsAt = Math.min(stream.endsAt, now + Math.random() * missedSpreadMs);
    }
  }

  /** Ends streams that are due at this time (Unix milliseconds), and sends heartbeats to others. */
  tick(now: number): void {
    for (const stream of this.#streams) {
      if (!stream.isOpen) continue;
      if (stream.endsAt <= now || !this.#mayHear(stream)) this.#end(stream);
      else if (now - stream.wroteAt >= beatMs) stream.beat(now);
    }
  }

  #mayHear({ believed }: LiveStream): boolean {
    return believed === null || this.#bounds.isGood(believed);
  }

  #end(stream: LiveStream, spreadMs?: number): void {
    stream.end(spreadMs && Math.random() * spreadMs);
    this.drop(stream);
  }

  /** Ends all streams and refuses new ones. */
  close(): void {
    this.#closed = true;
    clearInterval(this.#timer);
    for (const stream of this.#streams) if (stream.isOpen) this.#end(stream, shutSpreadMs);
  }
}
