import type { ServerResponse } from 'node:http';
import type { RevocableClaims } from '../identity/identity.ts';

/** Milliseconds after which a client reconnects when a stream ends. */
const retryMs = 3_000;
/** Maximum number of unsent bytes of a stream; the connection of a slower client is closed. */
const maxBuffered = 65_536;

/** State of a cart: revision and number of lines. */
export interface CartRevision {
  readonly revision: number;
  readonly lines: number;
}

/** State of a cart and the type of the event that caused it. */
export interface CartState extends CartRevision {
  readonly type: string;
}

/** The members of an HTTP response that a stream uses. */
export type Wire = Pick<ServerResponse, 'write' | 'end' | 'destroy' | 'writableLength'>;

/** The cart and the client of a stream. */
export interface Listener {
  /** Digest of the cart key. */
  readonly digest: string;
  /** The client for the limit of streams per client; null if the limit does not apply. */
  readonly client: string | null;
  /** The token claims that are checked while the stream is open; null if the credentials cannot be revoked. */
  readonly claims: RevocableClaims | null;
}

/** Returns an event as text for the stream. It contains only data that the cart's headers show too. */
export function frame({ type, revision, lines }: CartState): string {
  return `event: cart\nid: ${revision}\ndata: ${JSON.stringify({ type, revision, lines })}\n\n`;
}

/**
 * An event stream of one client. It collects events from its creation on and sends them when it is
 * opened, so that no event is lost while the cart is read. The object is small, because a gateway
 * has thousands.
 */
export class LiveStream implements Listener {
  readonly digest: string;
  readonly client: string | null;
  readonly claims: RevocableClaims | null;
  /** Unix milliseconds at which the stream ends, and of its last output. */
  endsAt: number;
  wroteAt = 0;
  #wire: Wire | null = null;
  #ended = false;
  /** Last revision that the client has. */
  #clientRevision = -1;
  /** Newest event before the stream was opened; null for none. */
  #pending: CartState | null = null;

  constructor({ digest, client, claims }: Listener, endsAt: number) {
    this.digest = digest;
    this.client = client;
    this.claims = claims;
    this.endsAt = endsAt;
  }

  get isOpen(): boolean {
    return this.#wire !== null;
  }

  /**
   * Starts to send. The first event is the state of the cart, unless `lastEventId` shows that the
   * client has it.
   */
  open(wire: Wire, standing: CartRevision, lastEventId: string | undefined, now: number): void {
    this.#wire = wire;
    this.#clientRevision = standing.revision;
    const isKnown = lastEventId === String(standing.revision);
    const first = isKnown ? '' : frame({ type: 'cart.current', ...standing });
    this.#write(`retry: ${retryMs}\n\n${first}`, now);
    if (this.#pending) this.send(this.#pending, frame(this.#pending), now);
    this.#pending = null;
  }

  /** Sends a change, unless the client has this or a newer revision. `text` is the event as text. */
  send(event: CartState, text: string, now: number): void {
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

  /** Ends the stream. The client reconnects, after `retryAfterMs` milliseconds if given. */
  end(retryAfterMs?: number): void {
    if (this.#ended) return;
    if (retryAfterMs !== undefined) this.#write(`retry: ${Math.round(retryAfterMs)}\n\n`, this.wroteAt);
    this.#ended = true;
    this.#wire?.end();
  }
}
