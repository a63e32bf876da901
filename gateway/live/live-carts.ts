import { refusal } from '#platform/errors/errors.ts';
import type { AnyCartEvent } from '#platform/events/cart-event-listener.ts';
import type { Believed } from '../identity/identity.ts';
import { frame, type Listener, LiveStream, type Standing, type Wire } from './live-stream.ts';

/** Streams of one client at most. */
const mostOfClient = 100;
/** Seconds after which somebody who was refused may come again. */
const fullRetry = 10;
const clientRetry = 30;
/** A stream on which nothing happened says so long after the last time that it is there. Milliseconds. */
const beatMs = 15_000;
/** How often all are looked through. Milliseconds. */
const tickMs = 1_000;
/**
 * A stream ends after fifteen to twenty minutes, and the client asks for the next one: then its credentials are looked
 * at again, and gateways that were added get their share. Milliseconds.
 */
const lifeMs = 900_000;
const lifeSpreadMs = 300_000;
/** Where events may have been missed, all ask again, spread over this time. Milliseconds. */
const missedSpreadMs = 10_000;
/** And at the end of this process, so that the other gateways are not stormed. Milliseconds. */
const shutSpreadMs = 3_000;

/** How many there may be, and whether somebody is still to be believed. */
interface Bounds {
  readonly most: number;
  isGood(believed: Believed): boolean;
}

/**
 * All open streams of a gateway, by the carts that they tell of. Nobody's cart is read for them: who hears that the own
 * one changed reads it as always. Where something may have been missed the streams end, and each client asks again with
 * the last revision that it knows, so that nothing is lost whatever happens to the bus.
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

  /** How many there are. */
  get size(): number {
    return this.#streams.size;
  }

  /** One interval for all streams. */
  start(): void {
    this.#timer = setInterval(() => this.tick(Date.now()), tickMs);
  }

  /**
   * A stream that hears from now on; it is to be opened or dropped.
   *
   * @throws ServiceError `service_stream_limit_exceeded` for one client's too many, `service_unavailable` when all
   * together are too many, and at the end of the process
   */
  listen(listener: Listener): LiveStream {
    if (this.#closed || this.#streams.size >= this.#bounds.most)
      throw refusal('service_unavailable', { retry_after: this.#closed ? 1 : fullRetry });
    const { client, digest } = listener;
    const others = client === null ? 0 : (this.#ofClient.get(client) ?? 0);
    if (others >= mostOfClient)
      throw refusal('service_stream_limit_exceeded', { retry_after: clientRetry, limit: mostOfClient });
    const stream = new LiveStream(listener, Date.now() + lifeMs + Math.random() * lifeSpreadMs);
    if (client !== null) this.#ofClient.set(client, others + 1);
    this.#streams.add(stream);
    const ofCart = this.#ofCart.get(digest);
    if (ofCart) ofCart.add(stream);
    else this.#ofCart.set(digest, new Set([stream]));
    return stream;
  }

  /** Lets a stream tell. Whoever calls drops it when the connection closes. */
  open(stream: LiveStream, wire: Wire, standing: Standing, lastEventId: string | undefined): void {
    stream.open(wire, standing, lastEventId, Date.now());
    if (this.#closed) this.#end(stream, shutSpreadMs);
  }

  /** Forgets a stream. May be called twice. */
  drop(stream: LiveStream): void {
    if (!this.#streams.delete(stream)) return;
    const { digest, client } = stream;
    const ofCart = this.#ofCart.get(digest);
    ofCart?.delete(stream);
    if (ofCart?.size === 0) this.#ofCart.delete(digest);
    if (client === null) return;
    const left = (this.#ofClient.get(client) ?? 1) - 1;
    if (left > 0) this.#ofClient.set(client, left);
    else this.#ofClient.delete(client);
  }

  /** Whether anybody listens to the cart with this digest. */
  wants(digest: string): boolean {
    return this.#ofCart.has(digest);
  }

  /** Tells those who listen to a cart what happened to it. That nobody changed it for a while is no change. */
  hear({ type, data: { cart, revision, lines } }: AnyCartEvent): void {
    if (type === 'cart.abandoned') return;
    const told = { type, revision, lines };
    const [text, now] = [frame(told), Date.now()];
    for (const stream of this.#ofCart.get(cart) ?? []) {
      if (this.#mayHear(stream)) stream.tell(told, text, now);
      else this.#end(stream);
    }
  }

  /** Events may have been missed: all streams end soon, each at another moment. */
  missed(): void {
    const now = Date.now();
    for (const stream of this.#streams) {
      stream.endsAt = Math.min(stream.endsAt, now + Math.random() * missedSpreadMs);
    }
  }

  /** Ends what is to end at this moment (Unix milliseconds), and keeps the rest alive. */
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

  /** Ends all of them at once, and takes no more. */
  close(): void {
    this.#closed = true;
    clearInterval(this.#timer);
    for (const stream of this.#streams) if (stream.isOpen) this.#end(stream, shutSpreadMs);
  }
}
