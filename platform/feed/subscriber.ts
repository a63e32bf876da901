import type { NatsConnection, Subscription } from 'nats';
import { FeedMessage } from '#contracts/feed.ts';
import { decode } from '#platform/bus/wire.ts';
import type { Logger } from '#platform/service/logger.ts';

/** Milliseconds without a message after which the data may be stale. */
const silenceMs = 1_000;
const retryMs = 200;
/** Milliseconds between the requests of a strict listener. */
const confirmMs = 250;
const leaseMs = 750;

/** How a listener handles a feed. */
export interface FeedListener {
  /**
   * Loads the current state and returns the number of its last change. Called at the start, after a gap and after a
   * silence. A cache without its own state only empties itself.
   */
  snapshot(): Promise<number>;
  /** Applies one change. */
  apply(change: unknown): void;
  /**
   * Asks the source for the number of its last change. A listener with this method is strict: messages do not
   * make it current, since they may be delayed or come from a paused publisher; only an answer to a request
   * sent less than 0.75 s ago does.
   */
  lastNumber?(): Promise<number>;
}

/**
 * Follows a numbered feed and knows whether it is current: no change is missing, and heartbeats arrive; for a strict
 * listener, the source confirms it. Caches check this before they serve.
 */
export class FeedSubscriber {
  readonly #subscription: Subscription;
  readonly #listener: FeedListener;
  readonly #logger: Logger;
  #number = -1;
  #heardAt = Number.NEGATIVE_INFINITY;
  #completeAt = Number.NEGATIVE_INFINITY;
  /** Send time of the last request whose answer confirmed that nothing is missing. */
  #confirmedAt = Number.NEGATIVE_INFINITY;
  #confirms = false;
  readonly #timer: NodeJS.Timeout | undefined;
  #buffered: FeedMessage[] = [];
  #snapshotRuns = false;
  #closed = false;

  constructor(connection: NatsConnection, name: string, listener: FeedListener, logger: Logger) {
    this.#listener = listener;
    this.#logger = logger;
    this.#subscription = connection.subscribe(`feed.${name}`, {
      callback: (error, message) => {
        if (!error) this.#hear(message.data);
      },
    });
    const { lastNumber } = listener;
    if (lastNumber)
      this.#timer = setInterval(() => void this.#confirm(() => lastNumber.call(listener)), confirmMs);
    void this.#takeSnapshot();
  }

  /** Whether all changes up to a second ago are applied; for a strict listener also after a pause of a process. */
  get current(): boolean {
    if (this.#snapshotRuns) return false;
    const now = performance.now();
    return this.#listener.lastNumber ? now - this.#confirmedAt < leaseMs : now - this.#heardAt < silenceMs;
  }

  /** Monotonic time of the last message before which none is missing, in milliseconds. */
  get completeAt(): number {
    return this.#completeAt;
  }

  /** Milliseconds for which changes may be missing: 0 while current, infinite before the first message. */
  get age(): number {
    return this.current ? 0 : performance.now() - this.#completeAt;
  }

  /** Number of the last applied change; −1 before the first snapshot. */
  get number(): number {
    return this.#number;
  }

  #hear(bytes: Uint8Array): void {
    const message = read(bytes);
    if (!message) return;
    const wasSilent = performance.now() - this.#heardAt >= silenceMs;
    this.#heardAt = performance.now();
    if (this.#snapshotRuns) this.#buffered.push(message);
    // A lower number is an old heartbeat; after a silence, it is a store restored from a backup.
    else if (wasSilent && message.number < this.#number) void this.#takeSnapshot();
    else this.#take(message);
  }

  #take({ number, change }: FeedMessage): void {
    if (number > this.#number + 1 || (number > this.#number && change === undefined)) {
      void this.#takeSnapshot();
      return;
    }
    if (number > this.#number) {
      this.#listener.apply(change);
      this.#number = number;
    }
    this.#completeAt = performance.now();
  }

  /** Asks whether changes are missing. The answer covers everything acknowledged before the request. */
  async #confirm(lastNumber: () => Promise<number>): Promise<void> {
    if (this.#confirms || this.#snapshotRuns) return;
    this.#confirms = true;
    const [askedAt, held] = [performance.now(), this.#number];
    try {
      const number = await lastNumber();
      // A lower number than before comes from a store restored from a backup.
      if (number > this.#number || number < held) void this.#takeSnapshot();
      else this.#confirmedAt = askedAt;
    } catch (error) {
      this.#logger.debug({ err: error }, 'the state of a feed cannot be confirmed');
    } finally {
      this.#confirms = false;
    }
  }

  async #takeSnapshot(): Promise<void> {
    if (this.#snapshotRuns) return;
    this.#snapshotRuns = true;
    while (!this.#closed) {
      try {
        const askedAt = performance.now();
        this.#number = await this.#listener.snapshot();
        this.#confirmedAt = askedAt;
        break;
      } catch (error) {
        this.#logger.debug({ err: error }, 'a snapshot failed and will be retried');
        await new Promise((resolve) => setTimeout(resolve, retryMs));
      }
    }
    this.#snapshotRuns = false;
    const waited = this.#buffered;
    this.#buffered = [];
    for (const message of waited) this.#take(message);
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#timer);
    this.#subscription.unsubscribe();
  }
}

/** Parses a message; null if it is invalid. */
function read(bytes: Uint8Array): FeedMessage | null {
  try {
    return FeedMessage.parse(decode(bytes));
  } catch {
    return null;
  }
}
