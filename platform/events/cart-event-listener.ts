import { Events, type NatsConnection, type Subscription } from 'nats';
import { type AnyEvent, Event, eventSubject } from '#contracts/events.ts';
import { decode } from '#platform/bus/wire.ts';
import type { Logger } from '#platform/service/logger.ts';

/** Something that has happened to a cart. */
export type AnyCartEvent = Extract<AnyEvent, { readonly data: { readonly cart: string } }>;

/** Who wants to hear of carts, and of which. */
interface CartEventHearer {
  /** Whether anybody here wants to know of the cart with this digest; what nobody wants is not even read. */
  wants(digest: string): boolean;
  hear(event: AnyCartEvent): void;
  /** Called when events may have been missed: after the connection was lost and came back. */
  missed(): void;
}

/**
 * Hears of carts at the moment that it is told, beside the stream that keeps events: of what came before nothing, and
 * twice what is told twice. For who needs to know at once and can look at the cart itself when something was missed.
 */
export class CartEventListener {
  readonly #connection: NatsConnection;
  #subscription: Subscription | null = null;
  readonly #hearer: CartEventHearer;
  readonly #logger: Logger;
  #closed = false;

  constructor(connection: NatsConnection, hearer: CartEventHearer, logger: Logger) {
    this.#hearer = hearer;
    this.#logger = logger;
    this.#connection = connection;
    void this.#watch(connection);
  }

  /** Begins or ends to hear. What is asked of the bus afterwards is asked after it hears. */
  follow(isWanted: boolean): void {
    if (!isWanted) {
      this.#subscription?.unsubscribe();
      this.#subscription = null;
      return;
    }
    this.#subscription ??= this.#connection.subscribe(`${eventSubject}.cart.>`, {
      callback: (error, { subject, data }) => {
        if (error) this.#logger.error({ err: error }, 'events of carts cannot be heard');
        else this.#hear(subject, data);
      },
    });
  }

  #hear(subject: string, bytes: Uint8Array): void {
    const digest = subject.slice(subject.lastIndexOf('.') + 1);
    if (!this.#hearer.wants(digest)) return;
    const event = read(bytes);
    if (event) this.#hearer.hear(event);
    else this.#logger.warn({ subject }, 'an event that is none');
  }

  async #watch(connection: NatsConnection): Promise<void> {
    for await (const { type } of connection.status()) {
      if (type === Events.Reconnect && !this.#closed) this.#hearer.missed();
    }
  }

  close(): void {
    this.#closed = true;
    this.follow(false);
  }
}

/** The event of a cart in the bytes, null when they are none. */
function read(bytes: Uint8Array): AnyCartEvent | null {
  try {
    const event = Event.parse(decode(bytes));
    return 'cart' in event.data ? (event as AnyCartEvent) : null;
  } catch {
    return null;
  }
}
