import type { NatsConnection } from 'nats';

/**
 * After the connection is lost, requests wait for the reconnection until this number of milliseconds has passed since
 * the loss. From then on, requests fail at once.
 */
const patienceMs = 1_000;

/** Tracks whether this process is connected to NATS. The NATS client reconnects to the next server by itself. */
export class ConnectionState {
  readonly #connection: NatsConnection;
  /**
   * The current loss of the connection; null while connected. `since`: milliseconds of the monotonic clock.
   * `back` resolves on reconnection.
   */
  #outage: { readonly since: number; readonly back: PromiseWithResolvers<void> } | null = null;

  constructor(connection: NatsConnection) {
    this.#connection = connection;
    void this.#watch();
  }

  async #watch(): Promise<void> {
    for await (const { type } of this.#connection.status()) {
      if (type === 'reconnect') {
        this.#outage?.back.resolve();
        this.#outage = null;
      }
      if (type !== 'disconnect' || this.#outage) continue;
      this.#outage = { since: performance.now(), back: Promise.withResolvers() };
    }
  }

  get connected(): boolean {
    return !this.#outage && !this.#connection.isClosed();
  }

  /**
   * Resolves when this process is connected to NATS.
   *
   * @throws Error after `maxMs` milliseconds, or one second after the connection was lost
   */
  async waitUntilConnected(maxMs: number): Promise<void> {
    if (this.#connection.isClosed()) throw new Error('the connection to the bus is closed');
    if (!this.#outage) return;
    const { since, back } = this.#outage;
    const left = Math.min(maxMs, since + patienceMs - performance.now());
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new Error('the bus is not connected')), Math.max(0, left));
    await Promise.race([back.promise, late.promise]).finally(() => clearTimeout(timer));
  }
}
