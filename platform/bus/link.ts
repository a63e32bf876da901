import type { NatsConnection } from 'nats';

/** Milliseconds to wait for a lost connection; after that requests fail at once. */
const patienceMs = 1_000;

/** Tracks whether the bus is connected. The client reconnects to the next server by itself. */
export class Link {
  readonly #connection: NatsConnection;
  /** While disconnected: the start (monotonic clock), and a promise for the reconnection. */
  #away: { readonly since: number; readonly back: PromiseWithResolvers<void> } | null = null;

  constructor(connection: NatsConnection) {
    this.#connection = connection;
    void this.#watch();
  }

  async #watch(): Promise<void> {
    for await (const { type } of this.#connection.status()) {
      if (type === 'reconnect') {
        this.#away?.back.resolve();
        this.#away = null;
      }
      if (type !== 'disconnect' || this.#away) continue;
      this.#away = { since: performance.now(), back: Promise.withResolvers() };
    }
  }

  get connected(): boolean {
    return !this.#away && !this.#connection.isClosed();
  }

  /**
   * Resolves when connected.
   *
   * @throws Error after `mostMs`, or after a second without a connection
   */
  async there(mostMs: number): Promise<void> {
    if (this.#connection.isClosed()) throw new Error('the connection to the bus is closed');
    if (!this.#away) return;
    const { since, back } = this.#away;
    const left = Math.min(mostMs, since + patienceMs - performance.now());
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new Error('the bus is not connected')), Math.max(0, left));
    await Promise.race([back.promise, late.promise]).finally(() => clearTimeout(timer));
  }
}
