import type { ServerResponse } from 'node:http';
import type { RevocableClaims } from '../http/request-state.ts';

/** Milliseconds after the end of a stream until its client reconnects. */
const retryMs = 3_000;
/**
 * Maximum number of unsent bytes of a stream. If more bytes wait because the client reads slowly, the gateway
 * closes the connection.
 */
const maxBuffered = 65_536;

/** The revision of a cart, and its number of lines. */
export interface CartRevision {
  readonly revision: number;
  readonly lines: number;
}

/** The revision of a cart, and the type of the event that reported the revision. */
export interface CartRevisionEvent extends CartRevision {
  readonly type: string;
}

/** The members of an HTTP response that a stream uses. */
export type Wire = Pick<ServerResponse, 'write' | 'end' | 'destroy' | 'writableLength'>;

/** The cart and the client of a stream. */
export interface Listener {
  /** Digest of the cart key. */
  readonly digest: string;
  /** The account and the network of the client, each with a limit of streams; empty if the limit does not apply. */
  readonly clients: readonly string[];
  /** Token claims that are checked while the stream is open; null if the credentials cannot be revoked. */
  readonly claims: RevocableClaims | null;
}

/**
 * Returns an event as text for the stream (docs/live-carts.md). The text never contains the cart key, or the items and
 * amounts of the cart.
 */
export function frame({ type, revision, lines }: CartRevisionEvent): string {
  return `event: cart\nid: ${revision}\ndata: ${JSON.stringify({ type, revision, lines })}\n\n`;
}

/**
 * An event stream of one client. While the gateway reads the cart, the stream stores the newest event. After
 * the read, the stream sends the event if the cart does not include the event yet. The object is small,
 * because a gateway has thousands of streams.
 */
export class LiveStream implements Listener {
  readonly digest: string;
  readonly clients: readonly string[];
  readonly claims: RevocableClaims | null;
  /** Time at which the stream ends, in Unix milliseconds. */
  endsAt: number;
  /** Time at which the stream last sent text, in Unix milliseconds. */
  wroteAt = 0;
  #wire: Wire | null = null;
  #ended = false;
  /** The last revision that the client has received. */
  #clientRevision = -1;
  /** The newest event that was collected before the stream was opened; null if there is none. */
  #pending: CartRevisionEvent | null = null;

  constructor({ digest, clients, claims }: Listener, endsAt: number) {
    this.digest = digest;
    this.clients = clients;
    this.claims = claims;
    this.endsAt = endsAt;
  }

  get isOpen(): boolean {
    return this.#wire !== null;
  }

  /**
   * Starts to send events. If the client does not have the current revision yet, first sends `cartRevision`.
   * `lastEventId` is the last revision that the client received. `now` is in Unix milliseconds.
   */
  open(wire: Wire, cartRevision: CartRevision, lastEventId: string | undefined, now: number): void {
    this.#wire = wire;
    this.#clientRevision = cartRevision.revision;
    const isKnown = lastEventId === String(cartRevision.revision);
    const first = isKnown ? '' : frame({ type: 'cart.current', ...cartRevision });
    this.#write(`retry: ${retryMs}\n\n${first}`, now);
    if (this.#pending) this.send(this.#pending, frame(this.#pending), now);
    this.#pending = null;
  }

  /**
   * Sends an event if its revision is newer than the client's revision. Before the stream is open, stores the
   * event for `open` instead. `text` is the event as `frame` returns it.
   */
  send(event: CartRevisionEvent, text: string, now: number): void {
    if (!this.#wire) {
      if (!this.#pending || this.#pending.revision < event.revision) this.#pending = event;
    } else if (event.revision > this.#clientRevision) {
      this.#clientRevision = event.revision;
      this.#write(text, now);
    }
  }

  /** Sends a heartbeat. */
  beat(now: number): void {
    this.#write(':\n\n', now);
  }

  #write(text: string, now: number): void {
    if (!this.#wire || this.#ended) return;
    this.wroteAt = now;
    this.#wire.write(text);
    if (this.#wire.writableLength > maxBuffered) this.#wire.destroy();
  }

  /**
   * Ends the stream. The client reconnects after `retryAfterMs` milliseconds, or after three seconds if this argument
   * is absent.
   */
  end(retryAfterMs?: number): void {
    if (this.#ended) return;
    if (retryAfterMs !== undefined) this.#write(`retry: ${Math.round(retryAfterMs)}\n\n`, this.wroteAt);
    this.#ended = true;
    this.#wire?.end();
  }
}
