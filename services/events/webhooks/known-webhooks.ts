import type { Webhook } from '#contracts/webhooks.ts';
import type { WebhookStore } from './store/webhook-store.ts';

/**
 * The webhooks as they are now, whichever replica made them: each read begins after it was asked for, and all who ask
 * while another one runs share the next.
 */
export class KnownWebhooks {
  readonly #store: Pick<WebhookStore, 'all'>;
  #running: Promise<unknown> = Promise.resolve();
  #next: Promise<readonly Webhook[]> | null = null;

  constructor(store: Pick<WebhookStore, 'all'>) {
    this.#store = store;
  }

  /** All of them, in the order they were made. */
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
