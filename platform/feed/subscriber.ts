import type { NatsConnection, Subscription } from 'nats';
import { FeedMessage } from '#contracts/feed.ts';
import { decode } from '#platform/bus/wire.ts';
import type { Logger } from '#platform/service/logger.ts';

/** After so long without a message, what was heard may be behind. Milliseconds. */
const silenceMs = 1_000;
const retryMs = 200;
/** How often a strict listener's number is asked for, and for how long the answer holds. Milliseconds. */
const confirmMs = 250;
const leaseMs = 750;

/** What a listener does with a feed. */
export interface FeedListener {
  /**
   * Fetches the truth as it is now, takes it in, and gives the number of the last change in it. Called at the start,
   * after a gap and after a silence. A cache without a state of its own just empties itself.
   */
  snapshot(): Promise<number>;
  /** Takes one change in. */
  apply(change: unknown): void;
  /**
   * Asks whoever holds the truth for the number of the last change in it. A listener that has this is strict: not what
   * is heard makes it current, since a message may have waited in a buffer or come from a publisher that stood still,
   * but an answer to a question that was sent less than 0.75 s ago.
   */
  lastNumber?(): Promise<number>;
}

/**
 * Follows a numbered feed, and knows at every moment whether it is up to date: `current` is true only while
 * heartbeats come (of a strict listener: while the truth says so) and no change is missing. Whoever caches asks it before
 * serving.
 */
export class FeedSubscriber {
  readonly #subscription: Subscription;
  readonly #listener: FeedListener;
  readonly #logger: Logger;
  #number = -1;
  #heardAt = Number.NEGATIVE_INFINITY;
  #completeAt = Number.NEGATIVE_INFINITY;
  /** When the question was sent whose answer said last that nothing is missing. */
  #confirmedAt = Number.NEGATIVE_INFINITY;
  #confirms = false;
  readonly #timer: NodeJS.Timeout | undefined;
  #waiting: FeedMessage[] = [];
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

  /** Whether everything that had changed a second ago is taken in; of a strict listener, whatever stood still meanwhile. */
  get current(): boolean {
    if (this.#snapshotRuns) return false;
    const now = performance.now();
    return this.#listener.lastNumber ? now - this.#confirmedAt < leaseMs : now - this.#heardAt < silenceMs;
  }

  /** When last nothing was missing, by the monotonic clock in milliseconds: at the last message without a gap. */
  get completeAt(): number {
    return this.#completeAt;
  }

  /** For how many milliseconds something may be missing: 0 while current, infinite before anything was heard. */
  get age(): number {
    return this.current ? 0 : performance.now() - this.#completeAt;
  }

  /** Number of the last change taken in; −1 before the first snapshot. */
  get number(): number {
    return this.#number;
  }

  #hear(bytes: Uint8Array): void {
    const message = read(bytes);
    if (!message) return;
    const wasSilent = performance.now() - this.#heardAt >= silenceMs;
    this.#heardAt = performance.now();
    if (this.#snapshotRuns) this.#waiting.push(message);
    // A number from before ours is an old heartbeat, or after a silence another store: one restored from a backup.
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

  /** Asks whether anything is missing. What was acknowledged before the question was sent is in the answer. */
  async #confirm(lastNumber: () => Promise<number>): Promise<void> {
    if (this.#confirms || this.#snapshotRuns) return;
    this.#confirms = true;
    const [askedAt, held] = [performance.now(), this.#number];
    try {
      const number = await lastNumber();
      // A number below the one that was held already is that of another store: one restored from a backup.
      if (number > this.#number || number < held) void this.#takeSnapshot();
      else this.#confirmedAt = askedAt;
    } catch (error) {
      this.#logger.debug({ err: error }, 'whether a feed is current cannot be asked');
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
        this.#logger.debug({ err: error }, 'a snapshot failed and is tried again');
        await new Promise((resolve) => setTimeout(resolve, retryMs));
      }
    }
    this.#snapshotRuns = false;
    const waited = this.#waiting;
    this.#waiting = [];
    for (const message of waited) this.#take(message);
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#timer);
    this.#subscription.unsubscribe();
  }
}

/** The message in the bytes, null when they are none. */
function read(bytes: Uint8Array): FeedMessage | null {
  try {
    return FeedMessage.parse(decode(bytes));
  } catch {
    return null;
  }
}
