import { pauseAfter } from './domain/delivery.ts';
import type { DeliveryStore, DueDelivery, TryResult } from './store/delivery-store.ts';

/** The maximum number of deliveries of one webhook that a replica sends at the same time. */
const maxAtOnce = 8;
/**
 * Milliseconds after which another replica may lease an unfinished delivery. Longer than the time limit for a
 * receiver's answer.
 */
const leaseMs = 30_000;
/** Milliseconds between two searches for due deliveries, including unfinished deliveries of other replicas. */
const pollMs = 1_000;

export interface WebhookQueueDeps {
  readonly deliveries: Pick<DeliveryStore, 'delivered' | 'failed' | 'lease'>;
  readonly log: Readonly<Record<'warn', (members: object, message: string) => void>>;
  readonly now: () => number;
}

/**
 * Sends the deliveries of one webhook. Each webhook has its own queue, so that a slow receiver does not delay other
 * receivers.
 */
export class WebhookQueue {
  readonly #webhook: string;
  readonly #deps: WebhookQueueDeps;
  readonly #send: (due: DueDelivery) => Promise<TryResult>;
  readonly #pause = new WakeableSleep();
  readonly #inProgress = new Set<Promise<void>>();
  #closed = false;

  /** `send` must try once and never throw. */
  constructor(webhook: string, deps: WebhookQueueDeps, send: (due: DueDelivery) => Promise<TryResult>) {
    this.#webhook = webhook;
    this.#deps = deps;
    this.#send = send;
  }

  /** Makes the queue look for due deliveries now. */
  wake(): void {
    this.#pause.wake();
  }

  /** Sends due deliveries until `close` is called. */
  async run(): Promise<void> {
    while (!this.#closed) {
      try {
        if (!(await this.#beginOne())) await this.#pause.sleep(pollMs);
      } catch (error) {
        this.#deps.log.warn({ err: error, webhook: this.#webhook }, 'deliveries are delayed');
        await this.#pause.sleep(pollMs);
      }
    }
  }

  /** Starts one due delivery. Returns false if no delivery is due, or if `maxAtOnce` deliveries are in progress. */
  async #beginOne(): Promise<boolean> {
    if (this.#inProgress.size >= maxAtOnce) return false;
    const due = await this.#deps.deliveries.lease(this.#webhook, this.#deps.now(), leaseMs);
    if (!due) return false;
    const delivery = this.#deliver(due).finally(() => {
      this.#inProgress.delete(delivery);
      this.#pause.wake();
    });
    this.#inProgress.add(delivery);
    return true;
  }

  async #deliver(due: DueDelivery): Promise<void> {
    const { deliveries, log, now } = this.#deps;
    const tried = await this.#send(due);
    try {
      if (tried.problem === '') return await deliveries.delivered(due, tried, now());
      const pause = pauseAfter(due.attempts, Math.random());
      await deliveries.failed(due, tried, now(), pause);
    } catch (error) {
      // The error is not thrown, because another try follows when the lease expires.
      log.warn({ err: error, delivery: due._id }, 'the result of a delivery could not be stored');
    }
  }

  /** Starts no more deliveries. Resolves when no delivery is in progress. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#pause.wake();
    await Promise.all(this.#inProgress);
  }
}

/**
 * Sleeps until a time has passed or `wake` is called. If `wake` is called while nobody sleeps, the next sleep
 * ends at once.
 */
export class WakeableSleep {
  #woken = false;
  #endSleep: (() => void) | null = null;

  wake(): void {
    this.#woken = true;
    this.#endSleep?.();
  }

  async sleep(milliseconds: number): Promise<void> {
    if (!this.#woken) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        this.#endSleep = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#endSleep = null;
    this.#woken = false;
  }
}
