import type { AnyEvent } from '#contracts/events.ts';
import type { Webhook } from '#contracts/webhooks.ts';
import { pauseAfter } from '../domain/backoff.ts';
import { publicEvent, type TestEvent } from '../domain/public-event.ts';
import { secretOf, signature } from '../domain/signature.ts';
import type { Sender } from './sender.ts';
import type { DeliveryStore, Due, Tried } from './store/delivery-store.ts';
import type { WebhookStore } from './store/webhook-store.ts';

/** How many deliveries run at once, and of one webhook: a slow receiver holds up nobody but itself. */
const mostAtOnce = 32;
const mostOfOne = 8;
/** A delivery that its replica does not end is given to another one. Longer than a receiver may take. */
const leaseMs = 30_000;
/** Others add deliveries too, so it is looked for them this often. Milliseconds. */
const longestSleepMs = 1_000;
/** How old what is known of webhooks may be. Milliseconds. */
const webhooksMs = 1_000;

/** What deliveries are made and sent by. */
export interface DeliveriesParts {
  readonly webhooks: WebhookStore;
  readonly deliveries: DeliveryStore;
  readonly sender: Sender;
  readonly secret: string;
  readonly log: Readonly<Record<'warn', (members: object, message: string) => void>>;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Makes deliveries of events and sees them through: sent, tried again, or dead. */
export class Deliveries {
  readonly #parts: DeliveriesParts;
  readonly #running = new Map<string, number>();
  #wake: (() => void) | null = null;
  #closed = false;
  #known: { at: number; webhooks: readonly Webhook[] } | null = null;

  constructor(parts: DeliveriesParts) {
    this.#parts = parts;
  }

  /** Keeps a delivery of the event for each webhook that wants it. Resolves when they are on disk. */
  async take(event: AnyEvent): Promise<void> {
    const wanting = (await this.#webhooks()).filter(
      ({ types, createdAt }) => (types.length === 0 || types.includes(event.type)) && createdAt <= event.at,
    );
    const body = JSON.stringify(publicEvent(event));
    const made = wanting.map(({ id: webhook }) => ({
      ...{ id: `dl_${crypto.randomUUID()}`, webhook, event: event.id, type: event.type, body },
      at: this.#parts.now(),
    }));
    await this.#parts.deliveries.add(made);
    if (made.length > 0) this.#wake?.();
  }

  /** Sends a test at once, past everything that waits. */
  async test(webhook: Webhook): Promise<Tried> {
    const at = this.#parts.now();
    const event: TestEvent = {
      id: `test_${crypto.randomUUID()}`,
      type: 'webhook.test',
      at,
      data: { webhook: webhook.id },
    };
    return this.#send(webhook, event, JSON.stringify(publicEvent(event)));
  }

  /** Has what was changed by an operator looked at now. */
  wake(): void {
    this.#known = null;
    this.#wake?.();
  }

  /** Sends what is due, until `close`. */
  async run(): Promise<void> {
    while (!this.#closed) {
      try {
        await this.#round();
      } catch (error) {
        this.#parts.log.warn({ err: error }, 'deliveries are held up');
        await this.#sleep(longestSleepMs);
      }
    }
  }

  /** One delivery begun, or a sleep until one is due. */
  async #round(): Promise<void> {
    const { deliveries, now } = this.#parts;
    const running = [...this.#running.values()].reduce((sum, count) => sum + count, 0);
    if (running >= mostAtOnce) return this.#sleep(longestSleepMs);
    const busy = [...this.#running].filter(([, count]) => count >= mostOfOne).map(([webhook]) => webhook);
    const due = await deliveries.claim(now(), leaseMs, busy);
    if (due) {
      void this.#deliver(due);
      return;
    }
    const next = await deliveries.nextDue(busy);
    await this.#sleep(Math.max(1, Math.min(longestSleepMs, (next ?? Number.POSITIVE_INFINITY) - now())));
  }

  async #deliver(due: Due): Promise<void> {
    const { deliveries, log, now } = this.#parts;
    this.#running.set(due.webhook, (this.#running.get(due.webhook) ?? 0) + 1);
    try {
      const webhook = (await this.#webhooks()).find(({ id }) => id === due.webhook);
      if (!webhook) return await deliveries.deleteOf(due.webhook);
      const tried = await this.#send(webhook, { id: due.event, type: due.type }, due.body);
      const pause = pauseAfter(due.attempts, Math.random());
      if (tried.problem === '') await deliveries.delivered(due._id, tried, now());
      else await deliveries.failed(due._id, tried, pause === null ? null : now() + pause, now());
    } catch (error) {
      // Its lease ends, and it is tried again.
      log.warn({ err: error, delivery: due._id }, 'how a delivery went could not be kept');
    } finally {
      const left = (this.#running.get(due.webhook) ?? 1) - 1;
      if (left > 0) this.#running.set(due.webhook, left);
      else this.#running.delete(due.webhook);
      this.#wake?.();
    }
  }

  #send(webhook: Webhook, { id, type }: { id: string; type: string }, body: string): Promise<Tried> {
    const seconds = Math.floor(this.#parts.now() / 1_000);
    const secret = secretOf(webhook.id, this.#parts.secret);
    const headers = {
      'Cartwright-Event': type,
      'Cartwright-Event-Id': id,
      'Cartwright-Signature': signature(body, secret, seconds),
    };
    return this.#parts.sender.send({ url: webhook.url, body, headers });
  }

  /** All webhooks, as of a second ago at most. */
  async #webhooks(): Promise<readonly Webhook[]> {
    const now = this.#parts.now();
    if (!this.#known || now - this.#known.at > webhooksMs) {
      this.#known = { at: now, webhooks: await this.#parts.webhooks.all() };
    }
    return this.#known.webhooks;
  }

  async #sleep(milliseconds: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = null;
  }

  close(): void {
    this.#closed = true;
    this.#wake?.();
  }
}
