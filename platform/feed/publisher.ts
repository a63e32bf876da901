import type { NatsConnection } from 'nats';
import { encode } from '#platform/bus/wire.ts';
import type { Logger } from '#platform/service/logger.ts';

/** How often the last number is told, so that a lost message is noticed. Milliseconds. */
const heartbeatMs = 250;

/**
 * Tells numbered changes to whoever listens on `feed.<name>`.
 *
 * The numbers come from the store that holds the truth, since several replicas publish. A message may be lost:
 * the heartbeat carries the last number, and a listener that missed one fetches a snapshot.
 */
export class FeedPublisher {
  readonly #connection: NatsConnection;
  readonly #subject: string;
  readonly #lastNumber: () => Promise<number>;
  readonly #logger: Logger;
  readonly #timer: NodeJS.Timeout;

  /** `lastNumber` reads the number of the last change out of the store. */
  constructor(connection: NatsConnection, name: string, lastNumber: () => Promise<number>, logger: Logger) {
    this.#connection = connection;
    this.#subject = `feed.${name}`;
    this.#lastNumber = lastNumber;
    this.#logger = logger;
    this.#timer = setInterval(() => void this.#beat(), heartbeatMs);
  }

  /** Tells a change that the store has just numbered. Whether anybody hears it is not known. */
  tell(number: number, change: unknown): void {
    if (!this.#connection.isClosed()) this.#connection.publish(this.#subject, encode({ number, change }));
  }

  async #beat(): Promise<void> {
    try {
      const number = await this.#lastNumber();
      if (!this.#connection.isClosed()) this.#connection.publish(this.#subject, encode({ number }));
    } catch (error) {
      // Listeners notice the silence and stop trusting what they hold.
      this.#logger.debug({ err: error }, 'no heartbeat: the last number cannot be read');
    }
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
