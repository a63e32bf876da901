import type { NatsConnection } from 'nats';
import { encode } from '#platform/bus/wire.ts';
import type { Logger } from '#platform/service/logger.ts';

/**
 * Milliseconds between heartbeats. A heartbeat has the number of the last change, so that subscribers detect lost
 * messages.
 */
const heartbeatMs = 333;

/** Reads the number of the last change of each feed from the store. */
type LastNumbers<Name extends string> = Readonly<Record<Name, () => Promise<number>>>;

/**
 * Publishes the numbered changes of one or more feeds, each on the NATS subject `feed.<name>`.
 *
 * The store assigns the numbers, because several replicas publish. Messages may be lost. A subscriber that
 * misses a number loads a snapshot.
 */
export class FeedPublisher<Name extends string> {
  readonly #connection: NatsConnection;
  readonly #lastNumbers: LastNumbers<Name>;
  readonly #logger: Logger;
  readonly #timer: NodeJS.Timeout;

  constructor(connection: NatsConnection, lastNumbers: LastNumbers<Name>, logger: Logger) {
    this.#connection = connection;
    this.#lastNumbers = lastNumbers;
    this.#logger = logger;
    this.#timer = setInterval(() => void this.#beat(), heartbeatMs);
  }

  /** Publishes a change with the number that the store assigned. The message may be lost. */
  publish(feed: Name, number: number, change: unknown): void {
    this.#send(feed, { number, change });
  }

  /** Publishes the heartbeats of all feeds at the same time, so that a subscriber mostly wakes up once for all of them. */
  async #beat(): Promise<void> {
    const feeds = Object.keys(this.#lastNumbers) as Name[];
    await Promise.all(feeds.map((feed) => this.#beatOf(feed)));
  }

  async #beatOf(feed: Name): Promise<void> {
    try {
      this.#send(feed, { number: await this.#lastNumbers[feed]() });
    } catch (error) {
      // The error is only logged. Subscribers without heartbeats treat their data as stale.
      this.#logger.debug({ err: error, feed }, 'no heartbeat was sent');
    }
  }

  #send(feed: Name, message: { number: number; change?: unknown }): void {
    if (!this.#connection.isClosed()) this.#connection.publish(`feed.${feed}`, encode(message));
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
