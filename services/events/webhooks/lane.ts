import { pauseAfter } from '../domain/backoff.ts';
import { Alarm } from './alarm.ts';
import type { DeliveryStore, Due, Tried } from './store/delivery-store.ts';

/** How many deliveries of one webhook a replica has on their way at once. */
const mostAtOnce = 8;
/** A delivery that its replica does not end is given to another one. Longer than a receiver may take. */
const leaseMs = 30_000;
/** Tries that come due, and what other replicas left, are looked for this often. Milliseconds. */
const lookMs = 1_000;

/** What a lane sends by. */
export interface LaneParts {
  readonly deliveries: Pick<DeliveryStore, 'claim' | 'delivered' | 'failed'>;
  readonly log: Readonly<Record<'warn', (members: object, message: string) => void>>;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Sends what is due to one webhook. Each has a lane of its own, so that a slow receiver holds up nobody but itself. */
export class Lane {
  readonly #webhook: string;
  readonly #parts: LaneParts;
  readonly #send: (due: Due) => Promise<Tried>;
  readonly #alarm = new Alarm();
  readonly #onTheirWay = new Set<Promise<void>>();
  #closed = false;

  /** `send` tries one delivery, and never throws. */
  constructor(webhook: string, parts: LaneParts, send: (due: Due) => Promise<Tried>) {
    this.#webhook = webhook;
    this.#parts = parts;
    this.#send = send;
  }

  /** Says that there may be something to send. */
  wake(): void {
    this.#alarm.wake();
  }

  /** Sends until `close`. */
  async run(): Promise<void> {
    while (!this.#closed) {
      try {
        if (!(await this.#beginOne())) await this.#alarm.sleep(lookMs);
      } catch (error) {
        this.#parts.log.warn({ err: error, webhook: this.#webhook }, 'deliveries are held up');
        await this.#alarm.sleep(lookMs);
      }
    }
  }

  /** Begins a delivery; false when none is due, or as many are on their way as may be. */
  async #beginOne(): Promise<boolean> {
    if (this.#onTheirWay.size >= mostAtOnce) return false;
    const due = await this.#parts.deliveries.claim(this.#webhook, this.#parts.now(), leaseMs);
    if (!due) return false;
    const way = this.#deliver(due).finally(() => {
      this.#onTheirWay.delete(way);
      this.#alarm.wake();
    });
    this.#onTheirWay.add(way);
    return true;
  }

  async #deliver(due: Due): Promise<void> {
    const { deliveries, log, now } = this.#parts;
    const tried = await this.#send(due);
    try {
      if (tried.problem === '') return await deliveries.delivered(due, tried, now());
      const pause = pauseAfter(due.attempts, Math.random());
      await deliveries.failed(due, tried, now(), pause);
    } catch (error) {
      // Its lease ends, and it is tried again.
      log.warn({ err: error, delivery: due._id }, 'how a delivery went could not be kept');
    }
  }

  /** Begins nothing more. Resolves when nothing is on its way. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#alarm.wake();
    await Promise.all(this.#onTheirWay);
  }
}
