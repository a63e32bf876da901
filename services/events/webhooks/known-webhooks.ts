import type { Webhook } from '#contracts/webhooks.ts';
import type { WebhookStore } from './store/webhook-store.ts';

/**
 * The current webhooks of all replicas. Each read starts after it was requested; requests during a read share the
 * next one.
 */
export class KnownWebhooks {
  readonly #store: Pick<WebhookStore, 'all'>;
  #running: Promise<unknown> = Promise.resolve();
  #next: Promise<readonly Webhook[]> | null = null;

  constructor(store: Pick<WebhookStore, 'all'>) {
    this.#store = store;
  }

  /** Returns all webhooks in order of creation. */
  read(): Promise<readonly Webhook[]> {
    this.#next ??= this.#running.then(() => {
      this.#next = null;
      const read = this.#store.all();
      this.#running = read.catch(() => undefined);
      return read;
    });
    return this.#next;
  }
}
