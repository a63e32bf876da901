import { Events, type NatsConnection, type Subscription } from 'nats';
import { type AnyEvent, Event, eventSubject } from '#contracts/events.ts';
import { decode } from '#platform/bus/wire.ts';
import type { Logger } from '#platform/service/logger.ts';

/** An event about a cart. */
export type AnyCartEvent = Extract<AnyEvent, { readonly data: { readonly cart: string } }>;

/** Receives the events of a `CartEventListener`. */
interface CartEventReceiver {
  /** Returns whether this process needs events of the cart with this digest; other events are not parsed. */
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
    if (!this.#receiver.needsEventsOf(digest)) return;
    const event = read(bytes);
    if (event) this.#receiver.receive(event);
    else this.#logger.warn({ subject }, 'a message is not a valid event');
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

/** Parses an event of a cart. Returns null if the bytes are not an event of a cart. */
function read(bytes: Uint8Array): AnyCartEvent | null {
  try {
    const event = Event.parse(decode(bytes));
    return 'cart' in event.data ? (event as AnyCartEvent) : null;
  } catch {
    return null;
  }
}
