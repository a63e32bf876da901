import { Events, type NatsConnection, type Subscription } from 'nats';
import { type AnyEvent, eventSubject, subjectOfBatch } from '#contracts/events.ts';
import type { Logger } from '#platform/service/logger.ts';
import { eventsOf } from './event-stream.ts';

/** An event about a cart. */
export type AnyCartEvent = Extract<AnyEvent, { readonly data: { readonly cart: string } }>;

/** The subject of messages with several events of carts. */
const batches = subjectOfBatch('cart');

/** Receives the events of a `CartEventListener`. */
interface CartEventReceiver {
  /** Returns whether this process needs events of the cart with this digest; other events are not validated. */
  needsEventsOf(digest: string): boolean;
  receive(event: AnyCartEvent): void;
  /**
   * Called after each reconnection to NATS. The listener may have missed events while the connection was lost.
   */
  missed(): void;
}

/**
 * Receives cart events from NATS at once, without the stream that stores events. Events from before the
 * subscription do not arrive, and repeated events arrive twice. Receivers must be able to read the cart again
 * after a gap.
 */
export class CartEventListener {
  readonly #connection: NatsConnection;
  #subscription: Subscription | null = null;
  readonly #receiver: CartEventReceiver;
  readonly #logger: Logger;
  #closed = false;

  constructor(connection: NatsConnection, receiver: CartEventReceiver, logger: Logger) {
    this.#receiver = receiver;
    this.#logger = logger;
    this.#connection = connection;
    void this.#watch(connection);
  }

  /**
   * Starts to receive events if `isWanted`; otherwise stops. NATS handles the subscription before all later
   * messages of this process.
   */
  follow(isWanted: boolean): void {
    if (!isWanted) {
      this.#subscription?.unsubscribe();
      this.#subscription = null;
      return;
    }
    this.#subscription ??= this.#connection.subscribe(`${eventSubject}.cart.>`, {
      callback: (error, { subject, data }) => {
        if (error) this.#logger.error({ err: error }, 'cart events cannot be received');
        else this.#receive(subject, data);
      },
    });
  }

  #receive(subject: string, bytes: Uint8Array): void {
    const digest = subject.slice(subject.lastIndexOf('.') + 1);
    if (subject !== batches && !this.#receiver.needsEventsOf(digest)) return;
    const { events, invalid } = eventsOf(bytes, (event) => this.#isNeeded(event));
    if (invalid > 0) this.#logger.warn({ subject, invalid }, 'a message contains invalid events');
    for (const event of events) if ('cart' in event.data) this.#receiver.receive(event as AnyCartEvent);
  }

  /**
   * Returns whether an unchecked event must be validated: the receiver needs the events of its cart, or the event
   * names no cart and is therefore invalid.
   */
  #isNeeded(event: unknown): boolean {
    const digest = (event as { data?: { cart?: unknown } } | null)?.data?.cart;
    return typeof digest !== 'string' || this.#receiver.needsEventsOf(digest);
  }

  async #watch(connection: NatsConnection): Promise<void> {
    for await (const { type } of connection.status()) {
      if (type === Events.Reconnect && !this.#closed) this.#receiver.missed();
    }
  }

  close(): void {
    this.#closed = true;
    this.follow(false);
  }
}
