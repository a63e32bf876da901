import type { NatsConnection } from 'nats';
import { encode } from '#platform/bus/wire.ts';
import type { Logger } from '#platform/service/logger.ts';

/**
 * Milliseconds between heartbeats. A heartbeat has the number of the last change, so that subscribers detect lost
 * messages.
 */
const heartbeatMs = 250;

/**
 * Publishes numbered changes on the NATS subject `feed.<name>`.
 *
 * The store assigns the numbers, because several replicas publish. Messages may be lost. A subscriber that
 * misses a number loads a snapshot.
 */
export class FeedPublisher {
  readonly #connection: NatsConnection;
  readonly #subject: string;
  readonly #lastNumber: () => Promise<number>;
  readonly #logger: Logger;
  readonly #timer: NodeJS.Timeout;

  /** `lastNumber` reads the number of the last change from the store. */
  constructor(connection: NatsConnection, name: string, lastNumber: () => Promise<number>, logger: Logger) {
    this.#connection = connection;
    this.#subject = `feed.${name}`;
    this.#lastNumber = lastNumber;
    this.#logger = logger;
    this.#timer = setInterval(() => void this.#beat(), heartbeatMs);
  }

  /** Publishes a change with the number that the store assigned. The message may be lost. */
  publish(number: number, change: unknown): void {
    if (!this.#connection.isClosed()) this.#connection.publish(this.#subject, encode({ number, change }));
  }

  async #beat(): Promise<void> {
    try {
      const number = await this.#lastNumber();
      if (!this.#connection.isClosed()) this.#connection.publish(this.#subject, encode({ number }));
    } catch (error) {
      // The error is only logged. Subscribers without heartbeats treat their data as stale.
      this.#logger.debug({ err: error }, 'no heartbeat was sent: the last number cannot be read');
    }
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
