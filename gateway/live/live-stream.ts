import type { ServerResponse } from 'node:http';
import type { Believed } from '../identity/identity.ts';

/** How long a client waits before it asks again for a stream that has ended. Milliseconds. */
const retryMs = 3_000;
/** So many bytes may wait for a client that does not read; then it is cut. */
const mostWaiting = 65_536;

/** Where a cart stands: its revision, and how many lines are in it. */
export interface Standing {
  readonly revision: number;
  readonly lines: number;
}

/** Where a cart stands now, and by what it came there. */
export interface Told extends Standing {
  readonly type: string;
}

/** What a stream needs of the answer that it is. */
export type Wire = Pick<ServerResponse, 'write' | 'end' | 'destroy' | 'writableLength'>;

/** Who listens, and to what. */
export interface Listener {
  /** Digest of the cart's key. */
  readonly digest: string;
  /** Whose streams it counts among; null for one that is not counted. */
  readonly client: string | null;
  /** By what it may listen; null for what cannot be revoked. */
  readonly believed: Believed | null;
}

/** An event as the client gets it. It has nothing in it that the client could not read in the cart's headers. */
export function frame({ type, revision, lines }: Told): string {
  return `event: cart\nid: ${revision}\ndata: ${JSON.stringify({ type, revision, lines })}\n\n`;
}

/**
 * What one open tab is told of its cart. It hears from when it is made, and tells from when it is opened, so that nothing
 * is lost while the cart is read in between. Kept small, since there are thousands.
 */
export class LiveStream implements Listener {
  readonly digest: string;
  readonly client: string | null;
  readonly believed: Believed | null;
  /** Unix milliseconds: when it is to end, and when something was written last. */
  endsAt: number;
  wroteAt = 0;
  #wire: Wire | null = null;
  #ended = false;
  /** The last revision that the client knows. */
  #known = -1;
  /** What was heard before it was opened. */
  #heard: Told | null = null;

  constructor({ digest, client, believed }: Listener, endsAt: number) {
    this.digest = digest;
    this.client = client;
    this.believed = believed;
    this.endsAt = endsAt;
  }

  get isOpen(): boolean {
    return this.#wire !== null;
  }

  /** Begins to tell: first where the cart stands, unless `lastEventId` says that the client knows. */
  open(wire: Wire, standing: Standing, lastEventId: string | undefined, now: number): void {
    this.#wire = wire;
    this.#known = standing.revision;
    const isKnown = lastEventId === String(standing.revision);
    const first = isKnown ? '' : frame({ type: 'cart.current', ...standing });
    this.#write(`retry: ${retryMs}\n\n${first}`, now);
    if (this.#heard) this.tell(this.#heard, frame(this.#heard), now);
    this.#heard = null;
  }

  /** Tells of a change, unless the client knows it already or something newer. `text` is its frame. */
  tell(told: Told, text: string, now: number): void {
    if (!this.#wire) {
      if (!this.#heard || this.#heard.revision < told.revision) this.#heard = told;
    } else if (told.revision > this.#known) {
      this.#known = told.revision;
      this.#write(text, now);
    }
  }

  /** Says that it is still there. */
  beat(now: number): void {
    this.#write(':\n\n', now);
  }

  #write(text: string, now: number): void {
    if (!this.#wire || this.#ended) return;
    this.wroteAt = now;
    this.#wire.write(text);
    if (this.#wire.writableLength > mostWaiting) this.#wire.destroy();
  }

  /** Ends it. The client asks again by itself, after this time where it is given in milliseconds. */
  end(againAfter?: number): void {
    if (this.#ended) return;
    if (againAfter !== undefined) this.#write(`retry: ${Math.round(againAfter)}\n\n`, this.wroteAt);
    this.#ended = true;
    this.#wire?.end();
  }
}
