import { pauseAfter } from './domain/backoff.ts';
import type { DeliveryStore, Due, Tried } from './store/delivery-store.ts';
import { WakeableSleep } from './wakeable-sleep.ts';

/** How many deliveries of one webhook a replica sends at the same time. */
const mostAtOnce = 8;
/** Another replica may claim a delivery that is not finished within this time. Longer than a receiver may take. */
const leaseMs = 30_000;
/** How often due and abandoned deliveries are looked for. Milliseconds. */
const lookMs = 1_000;

/** Dependencies of `WebhookQueue`. */
export interface WebhookQueueDeps {
  readonly deliveries: Pick<DeliveryStore, 'claim' | 'delivered' | 'failed'>;
  readonly log: Readonly<Record<'warn', (members: object, message: string) => void>>;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** The queue of one webhook. Each webhook has its own, so that a slow receiver delays no other. */
export class WebhookQueue {
  readonly #webhook: string;
  readonly #deps: WebhookQueueDeps;
  readonly #send: (due: Due) => Promise<Tried>;
  readonly #pause = new WakeableSleep();
  readonly #onTheirWay = new Set<Promise<void>>();
  #closed = false;

  /** `send` makes one attempt and never throws. */
  constructor(webhook: string, deps: WebhookQueueDeps, send: (due: Due) => Promise<Tried>) {
    this.#webhook = webhook;
    this.#deps = deps;
    this.#send = send;
  }

  /** Signals that a delivery may be due. */
  wake(): void {
    this.#pause.wake();
  }

  /** Sends until `close`. */
  async run(): Promise<void> {
    while (!this.#closed) {
      try {
        if (!(await this.#beginOne())) await this.#pause.sleep(lookMs);
      } catch (error) {
        this.#deps.log.warn({ err: error, webhook: this.#webhook }, 'deliveries are delayed');
        await this.#pause.sleep(lookMs);
      }
    }
  }

  /** Starts one delivery. Returns false when none is due or the maximum is in progress. */
  async #beginOne(): Promise<boolean> {
    if (this.#onTheirWay.size >= mostAtOnce) return false;
    const due = await this.#deps.deliveries.claim(this.#webhook, this.#deps.now(), leaseMs);
    if (!due) return false;
    const way = this.#deliver(due).finally(() => {
      this.#onTheirWay.delete(way);
      this.#pause.wake();
    });
    this.#onTheirWay.add(way);
    return true;
  }

  async #deliver(due: Due): Promise<void> {
    const { deliveries, log, now } = this.#deps;
    const tried = await this.#send(due);
    try {
      if (tried.problem === '') return await deliveries.delivered(due, tried, now());
      const pause = pauseAfter(due.attempts, Math.random());
      await deliveries.failed(due, tried, now(), pause);
    } catch (error) {
      // The lease expires, and another try follows.
      log.warn({ err: error, delivery: due._id }, 'the result of a delivery could not be stored');
    }
  }

  /** Starts no more deliveries. Resolves when none is in progress. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#pause.wake();
    await Promise.all(this.#onTheirWay);
  }
}
