import type { NatsConnection, Subscription } from 'nats';
import { FeedMessage } from '#contracts/feed.ts';
import { decode } from '#platform/bus/wire.ts';
import type { Logger } from '#platform/service/logger.ts';

/** Milliseconds without a message after which the data may be stale. */
const silenceMs = 1_000;
const retryMs = 200;
/**
 * Milliseconds that a subscriber waits for a missing change. A heartbeat may overtake the message of a change, since
 * the change has its number before its message is published. Messages of several replicas may overtake each other.
 */
const gapMs = 100;
/** Maximum number of changes that wait for a missing change. */
const maxEarly = 1_000;
/** Milliseconds between two calls of `lastNumber` while `confirmed` is in use. */
const confirmMs = 250;
/** Milliseconds between two calls of `lastNumber` while `confirmed` is not in use. */
const rareConfirmMs = 2_000;
/** Milliseconds after a call of `confirmed` for which it counts as in use. */
const inUseMs = 60_000;
/**
 * A strict listener requests the last number from its source. If the answer shows that no change is missing, the
 * listener is current until this many milliseconds after the request.
 */
const leaseMs = 750;
/** The same as `leaseMs`, while `confirmed` is not in use. */
const rareLeaseMs = 3_000;

/** Receives the changes of a feed. */
export interface FeedListener {
  /**
   * Loads the data and returns the number of the last change. Called at the start, after a missed change, and
   * after a restored backup. Instead of loading the data, a cache may empty itself. `applied`: the number of the last
   * applied change, −1 before the first snapshot.
   */
  snapshot(applied: number): Promise<number>;
  /** Applies the change with this number. */
  apply(change: unknown, number: number): void;
  /**
   * Returns the number of the last change in the source. A listener with this method is strict: only an answer of the
   * source confirms that no change is missing. Messages are no proof, because messages may arrive late.
   */
  lastNumber?(): Promise<number>;
}

/**
 * Applies the changes of a numbered feed, and reports whether the listener is current. A listener is current
 * while heartbeats arrive and no change is missing. A strict listener is current while the source confirms
 * that no change is missing.
 */
export class FeedSubscriber {
  readonly #subscription: Subscription;
  readonly #listener: FeedListener;
  readonly #logger: Logger;
  #number = -1;
  #heardAt = Number.NEGATIVE_INFINITY;
  #completeAt = Number.NEGATIVE_INFINITY;
  /** The time of the last request whose answer confirmed that no change is missing. */
  #confirmedAt = Number.NEGATIVE_INFINITY;
  #isConfirming = false;
  #askedAt = Number.NEGATIVE_INFINITY;
  #usedAt = performance.now();
  readonly #timer: NodeJS.Timeout | undefined;
  #buffered: FeedMessage[] = [];
  /** The highest number in a message. If it is higher than `#number`, changes are missing. */
  #announced = -1;
  /** Changes that arrived before a missing change, by number. */
  readonly #early = new Map<number, unknown>();
  /** Runs while changes are missing. */
  #gapTimer: NodeJS.Timeout | null = null;
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
    if (listener.lastNumber) this.#timer = setInterval(() => void this.#confirm(), confirmMs);
    void this.#takeSnapshot();
  }

  /**
   * Whether all changes older than a second are applied: of a strict listener that is not in use, older than three
   * seconds. False while a received change waits for an earlier one. Not reliable after a pause of the process;
   * `isConfirmed` of a strict listener is.
   */
  get current(): boolean {
    if (this.#snapshotRuns || this.#early.size > 0) return false;
    const now = performance.now();
    if (!this.#listener.lastNumber) return now - this.#heardAt < silenceMs;
    return now - this.#confirmedAt < (this.#isInUse ? leaseMs : rareLeaseMs);
  }

  /** Whether the source of a strict listener has confirmed, less than 0.75 s ago, that no change is missing. */
  get isConfirmed(): boolean {
    return !this.#snapshotRuns && performance.now() - this.#confirmedAt < leaseMs;
  }

  /**
   * Asks the source of a strict listener four times a second for the next minute, beginning at once. Otherwise it is asked
   * every two seconds, because its answer may cost a write to the database.
   */
  confirmOften(): void {
    const wasInUse = this.#isInUse;
    this.#usedAt = performance.now();
    if (!wasInUse) void this.#confirm();
  }

  get #isInUse(): boolean {
    return performance.now() - this.#usedAt < inUseMs;
  }

  /** Time of the last message that showed that no change is missing, in milliseconds of the monotonic clock. */
  get completeAt(): number {
    return this.#completeAt;
  }

  /** Milliseconds for which changes may be missing: 0 while `current` is true, infinite before the first message. */
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
    // After a silence, a lower number shows a restored backup, and a missing change may be old. Without a silence, a
    // lower number shows a late message.
    else if (wasSilent && !this.#isNext(message)) void this.#takeSnapshot();
    else this.#take(message);
  }

  /** Returns whether no change is missing after a message. */
  #isNext({ number, change }: FeedMessage): boolean {
    return number === this.#number || (number === this.#number + 1 && change !== undefined);
  }

  #take({ number, change }: FeedMessage): void {
    this.#announced = Math.max(this.#announced, number);
    if (change !== undefined && number > this.#number) this.#early.set(number, change);
    for (let next = this.#number + 1; this.#early.has(next); next += 1) {
      const early = this.#early.get(next);
      this.#early.delete(next);
      this.#listener.apply(early, next);
      this.#number = next;
    }
    if (this.#early.size > maxEarly) void this.#takeSnapshot();
    else this.#watchGap();
  }

  /** If changes are missing, takes a snapshot after `gapMs` unless the next change has been applied by then. */
  #watchGap(): void {
    if (this.#number >= this.#announced) {
      this.#completeAt = performance.now();
      this.#endGap();
      return;
    }
    const missing = this.#number + 1;
    this.#gapTimer ??= setTimeout(() => {
      this.#gapTimer = null;
      if (this.#number < missing) void this.#takeSnapshot();
      else this.#watchGap();
    }, gapMs);
  }

  #endGap(): void {
    if (this.#gapTimer) clearTimeout(this.#gapTimer);
    this.#gapTimer = null;
  }

  /**
   * Requests the last number from the source, and takes a snapshot if changes are missing. The source counts every
   * change that it acknowledged before the request.
   */
  async #confirm(): Promise<void> {
    if (!this.#listener.lastNumber || this.#isConfirming || this.#snapshotRuns) return;
    const [askedAt, before] = [performance.now(), this.#number];
    if (!this.#isInUse && askedAt - this.#askedAt < rareConfirmMs) return;
    this.#isConfirming = true;
    this.#askedAt = askedAt;
    try {
      const number = await this.#listener.lastNumber();
      // A lower number than before the request shows a restored backup.
      if (number > this.#number || number < before) void this.#takeSnapshot();
      else this.#confirmedAt = askedAt;
    } catch (error) {
      this.#logger.debug({ err: error }, 'the state of a feed cannot be confirmed');
    } finally {
      this.#isConfirming = false;
    }
  }

  async #takeSnapshot(): Promise<void> {
    if (this.#snapshotRuns) return;
    this.#snapshotRuns = true;
    this.#endGap();
    // The snapshot includes these changes, because they were stored before they were published.
    this.#early.clear();
    while (!this.#closed) {
      try {
        const askedAt = performance.now();
        this.#number = await this.#listener.snapshot(this.#number);
        this.#announced = this.#number;
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
    for (const message of waited) {
      if (this.#snapshotRuns) this.#buffered.push(message);
      else this.#take(message);
    }
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#timer);
    this.#endGap();
    this.#subscription.unsubscribe();
  }
}

/** Parses a message of the feed. Returns null if the message is invalid. */
function read(bytes: Uint8Array): FeedMessage | null {
  try {
    return FeedMessage.parse(decode(bytes));
  } catch {
    return null;
  }
}
