import { hash } from 'node:crypto';
import { type AnyEvent, type EventType, secretEvents } from '#contracts/events.ts';
import type { Webhook } from '#contracts/webhooks.ts';
import { publicEvent, secretOf, signature, type TestEvent } from './domain/delivery.ts';
import type { Sender } from './sender.ts';
import type { DeliveryStore, NewDelivery, TryResult } from './store/delivery-store.ts';
import type { WebhookStore } from './store/webhook-store.ts';
import { WakeableSleep, WebhookQueue, type WebhookQueueDeps } from './webhook-queue.ts';

/** Milliseconds between two reads of the list of webhooks. */
const readIntervalMs = 1_000;
/** Milliseconds after which the list that was read last no longer shows that no webhook exists. */
const knownMs = 30_000;

/**
 * Returns whether a webhook with these types receives an event. A webhook without types receives all events except
 * events that contain a secret.
 */
function subscribesTo(types: readonly EventType[], type: EventType): boolean {
  return types.includes(type) || (types.length === 0 && !secretEvents.includes(type));
}

export interface DeliveriesDeps extends WebhookQueueDeps {
  readonly webhooks: Pick<WebhookStore, 'all'>;
  readonly deliveries: Pick<DeliveryStore, 'add' | 'lease' | 'delivered' | 'failed'>;
  readonly sender: Pick<Sender, 'send'>;
  readonly secret: string;
}

/**
 * Creates deliveries of events. Sends each delivery until the receiver accepts the delivery or no try is left.
 */
export class Deliveries {
  readonly #deps: DeliveriesDeps;
  /** The webhooks that the most recent call of `#read` found; null before the first call. */
  #webhooks: readonly Webhook[] | null = null;
  /** The time of that call, in Unix milliseconds. */
  #readAt = 0;
  readonly #batches: BatchedWrites<AnyEvent>;
  readonly #firstRead = Promise.withResolvers<void>();
  readonly #queues = new Map<string, WebhookQueue>();
  readonly #pause = new WakeableSleep();
  #closed = false;

  constructor(deps: DeliveriesDeps) {
    this.#deps = deps;
    // A batch of events needs only one read of the webhooks and one disk sync.
    this.#batches = new BatchedWrites((events) => this.#takeAll(events));
  }

  /** A promise that resolves when the webhooks have been read for the first time. */
  get known(): Promise<void> {
    return this.#firstRead.promise;
  }

  /** Whether webhooks may exist: the last read found some, or is so old that some may have been created since. */
  get mayHaveWebhooks(): boolean {
    return this.#webhooks?.length !== 0 || this.#deps.now() - this.#readAt > knownMs;
  }

  /**
   * Stores a delivery of an event for each webhook that subscribes to the event and is older than the event. Resolves
   * when the deliveries are on disk.
   */
  take(event: AnyEvent): Promise<void> {
    return this.#batches.add([event]);
  }

  async #takeAll(events: readonly AnyEvent[]): Promise<void> {
    const webhooks = await this.#read();
    const created = events.flatMap((event) => this.#deliveriesOf(event, webhooks));
    if (created.length === 0) return;
    await this.#deps.deliveries.add(created);
    this.#open(webhooks);
    for (const { webhook } of created) this.#queues.get(webhook)?.wake();
  }

  #deliveriesOf(event: AnyEvent, webhooks: readonly Webhook[]): NewDelivery[] {
    const subscribed = webhooks.filter(
      ({ types, createdAt }) => subscribesTo(types, event.type) && createdAt <= event.at,
    );
    if (subscribed.length === 0) return [];
    const body = JSON.stringify(publicEvent(event));
    return subscribed.map(({ id: webhook }) => ({
      ...{ id: deliveryId(webhook, event.id), webhook, event: event.id, type: event.type, body },
      at: this.#deps.now(),
    }));
  }

  /** Reads all webhooks, in order of creation. */
  async #read(): Promise<readonly Webhook[]> {
    const webhooks = await this.#deps.webhooks.all();
    this.#webhooks = webhooks;
    this.#readAt = this.#deps.now();
    this.#firstRead.resolve();
    return webhooks;
  }

  /** Sends a test event at once, before all deliveries that are still waiting. */
  async test(webhook: Webhook): Promise<TryResult> {
    const at = this.#deps.now();
    const event: TestEvent = {
      id: `test_${crypto.randomUUID()}`,
      type: 'webhook.test',
      at,
      data: { webhook: webhook.id },
    };
    return this.#send(webhook, event, JSON.stringify(publicEvent(event)));
  }

  /**
   * Makes this replica read the webhooks now, and makes all queues look for due deliveries now. Must be called after an
   * operator has changed webhooks or deliveries.
   */
  wake(): void {
    this.#pause.wake();
    for (const queue of this.#queues.values()) queue.wake();
  }

  /** Runs a queue for each webhook until `close` is called. */
  async run(): Promise<void> {
    while (!this.#closed) {
      try {
        const webhooks = await this.#read();
        const ids = new Set(webhooks.map(({ id }) => id));
        this.#open(webhooks);
        for (const [id, queue] of this.#queues) {
          if (ids.has(id)) continue;
          this.#queues.delete(id);
          void queue.close();
        }
      } catch (error) {
        this.#deps.log.warn({ err: error }, 'webhooks cannot be read');
      }
      await this.#pause.sleep(readIntervalMs);
    }
  }

  #open(webhooks: readonly Webhook[]): void {
    for (const webhook of webhooks) {
      if (this.#closed || this.#queues.has(webhook.id)) continue;
      const queue = new WebhookQueue(webhook.id, this.#deps, ({ event: id, type, body }) =>
        this.#send(webhook, { id, type }, body),
      );
      this.#queues.set(webhook.id, queue);
      void queue.run();
    }
  }

  #send(webhook: Webhook, { id, type }: { id: string; type: string }, body: string): Promise<TryResult> {
    const seconds = Math.floor(this.#deps.now() / 1_000);
    const secret = secretOf(webhook.id, this.#deps.secret);
    const headers = {
      'Cartwright-Event': type,
      'Cartwright-Event-Id': id,
      'Cartwright-Signature': signature(body, secret, seconds),
    };
    return this.#deps.sender.send({ url: webhook.url, body, headers });
  }

  /** Starts no more deliveries. Resolves when no delivery is in progress. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#pause.wake();
    await Promise.all([...this.#queues.values()].map((queue) => queue.close()));
  }
}

/**
 * Returns the id of a delivery. The id depends only on the webhook and the event, so an event that is read
 * twice creates only one delivery.
 */
function deliveryId(webhook: string, event: string): string {
  return `dl_${hash('sha256', `${webhook} ${event}`).slice(0, 32)}`;
}

/** Writes items in batches, one batch at a time. Items that are added during a write form the next batch. */
class BatchedWrites<T> {
  readonly #write: (items: readonly T[]) => Promise<void>;
  #items: T[] = [];
  #running: Promise<unknown> = Promise.resolve();
  #next: Promise<void> | null = null;

  constructor(write: (items: readonly T[]) => Promise<void>) {
    this.#write = write;
  }

  /** Adds items to the next batch, and resolves when the batch is written. @throws the error of the batch */
  add(items: readonly T[]): Promise<void> {
    this.#items.push(...items);
    this.#next ??= this.#running.then(() => {
      const batch = this.#items;
      [this.#items, this.#next] = [[], null];
      const written = this.#write(batch);
      this.#running = written.catch(() => undefined);
      return written;
    });
    return this.#next;
  }
}
