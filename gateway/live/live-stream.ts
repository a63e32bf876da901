import type { ServerResponse } from 'node:http';
import type { Believed } from '../identity/identity.ts';

/** Milliseconds until a client reconnects after a stream's end. */
const retryMs = 3_000;
/** Maximum number of unsent bytes; the stream of a slower client is closed. */
const mostBuffered = 65_536;

/** State of a cart: revision and number of lines. */
export interface CartRevision {
  readonly revision: number;
  readonly lines: number;
}

/** State of a cart and the event that led to it. */
export interface CartState extends CartRevision {
  readonly type: string;
}

/** The members of an HTTP response that a stream needs. */
export type Wire = Pick<ServerResponse, 'write' | 'end' | 'destroy' | 'writableLength'>;

/** The client of a stream and its cart. */
export interface Listener {
  /** Digest of the cart's key. */
  readonly digest: string;
  /** The client for the stream limit; null if not counted. */
  readonly client: string | null;
  /** The credentials to check again; null if they cannot be revoked. */
  readonly believed: Believed | null;
}

/** Returns an event as text. It contains only data that the cart's headers show too. */
export function frame({ type, revision, lines }: CartState): string {
  return `event: cart\nid: ${revision}\ndata: ${JSON.stringify({ type, revision, lines })}\n\n`;
}

/**
 * An event stream of one open page. It collects events when created and sends when opened, so none is lost
 * while the cart is read. Kept small, since there are thousands.
 */
export class LiveStream implements Listener {
  readonly digest: string;
  readonly client: string | null;
  readonly believed: Believed | null;
  /** Unix milliseconds of its end and of its last output. */
  endsAt: number;
  wroteAt = 0;
  #wire: Wire | null = null;
  #ended = false;
  /** Last revision that the client knows. */
  #known = -1;
  /** Last event before it was opened. */
  #heard: CartState | null = null;

  constructor({ digest, client, believed }: Listener, endsAt: number) {
    this.digest = digest;
    this.client = client;
    this.believed = believed;
    this.endsAt = endsAt;
  }

  get isOpen(): boolean {
    return this.#wire !== null;
  }

  /** Starts to send: first the cart's state, unless `lastEventId` shows that the client knows it. */
  open(wire: Wire, standing: CartRevision, lastEventId: string | undefined, now: number): void {
    this.#wire = wire;
    this.#known = standing.revision;
    const isKnown = lastEventId === String(standing.revision);
    const first = isKnown ? '' : frame({ type: 'cart.current', ...standing });
    this.#write(`retry: ${retryMs}\n\n${first}`, now);
    if (this.#heard) this.send(this.#heard, frame(this.#heard), now);
    this.#heard = null;
  }

  /** Sends a change, unless the client knows it or a newer one. `text` is its frame. */
  send(event: CartState, text: string, now: number): void {
    if (!this.#wire) {
      if (!this.#heard || this.#heard.revision < event.revision) this.#heard = event;
    } else if (event.revision > this.#known) {
      this.#known = event.revision;
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
    if (this.#wire.writableLength > mostBuffered) this.#wire.destroy();
  }

  /** Ends the stream. The client reconnects, after `againAfter` milliseconds if given. */
  end(againAfter?: number): void {
    if (this.#ended) return;
    if (againAfter !== undefined) this.#write(`retry: ${Math.round(againAfter)}\n\n`, this.wroteAt);
    this.#ended = true;
    this.#wire?.end();
  }
}
