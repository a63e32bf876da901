import { z } from 'zod';
import { CheckoutState } from './checkouts.ts';

/** Name of the JetStream stream that stores events for a week. */
export const eventStream = 'EVENTS';
/** Name of the consumer of this stream from which the service `events` takes events. */
export const webhookConsumer = 'webhooks';
/** First part of the NATS subject of every event (`subjectOfEvent`). */
export const eventSubject = 'event';

/**
 * Data of an event about a cart. `cart` is a digest of the cart key, because the key itself would give
 * access to the cart.
 */
const cart = z.object({
  cart: z.string().length(43),
  /** The account that owns the cart; null for a guest's cart. */
  customer: z.int().positive().nullable(),
  revision: z.int().min(0),
  /** The first lines of the cart, at most fifty. */
  items: z.array(z.object({ productId: z.int(), variationId: z.int(), quantity: z.int() })).max(50),
  /** Number of all lines of the cart. */
  lines: z.int().min(0),
  /**
   * Digest of the idempotency key of the write that made the revision. Events for webhooks do not contain
   * the digest.
   */
  write: z.string().length(43).optional(),
});

/** Data of an event about a checkout. */
const checkout = z.object({
  checkout: z.string().min(1).max(64),
  state: CheckoutState,
  /** The account that began the checkout; null for a guest. */
  customer: z.int().positive().nullable(),
  /** The order in WooCommerce; null before there is one. */
  order: z.int().positive().nullable(),
});

/**
 * Data of each type of event, without personal data. The data contain no amounts, because amounts can change
 * without an event.
 */
export const eventData = {
  'cart.created': cart,
  'cart.changed': cart,
  /**
   * A cart with items has not been changed for a while. The event is published again only after another
   * change of the cart.
   */
  'cart.abandoned': cart,
  /** The items of a guest's cart were transferred to the cart of the customer `to`. */
  'cart.transferred': cart.extend({ to: z.int().positive() }),
  'cart.expired': cart,
  'cart.deleted': cart,
  'product.changed': z.object({ products: z.array(z.int()).max(10_000) }),
  /** A person requested a new password. The token can be used once, until `expires` (Unix milliseconds). */
  'account.password-reset-requested': z.object({
    account: z.int().positive(),
    token: z.string().min(1).max(100),
    expires: z.int(),
  }),
  'checkout.begun': checkout,
  /** WooCommerce has an order that is on-hold, processing or completed. It need not be paid yet. */
  'checkout.placed': checkout,
  'checkout.paid': checkout,
  /** The checkout expired, or the order was cancelled or failed. A payment afterwards still makes it paid. */
  'checkout.ended': checkout,
  'login.granted': z.object({ account: z.int().positive(), method: z.string().max(40) }),
  /**
   * A login was refused. `account` is null if no account has the name that the client sent. `reason` is the error code.
   */
  'login.refused': z.object({
    account: z.int().positive().nullable(),
    method: z.string().max(40),
    reason: z.string().max(100),
  }),
} as const;

/**
 * Types of events that contain a secret. A webhook receives such an event only if the webhook's list `types` contains
 * the type of the event.
 */
export const secretEvents: readonly string[] = ['account.password-reset-requested'];

export type EventType = keyof typeof eventData;
export type CheckoutEventType = Extract<EventType, `checkout.${string}`>;
const eventTypes = Object.keys(eventData) as [EventType, ...EventType[]];
export const EventType = z.enum(eventTypes);

/** An event. Receivers recognise a repeated event by its id. `at` is in Unix milliseconds. */
export const Event = z.discriminatedUnion(
  'type',
  eventTypes.map((type) =>
    z.object({ id: z.string().min(1).max(200), type: z.literal(type), at: z.int(), data: eventData[type] }),
  ) as never,
) as unknown as z.ZodType<AnyEvent>;

/** An event of one type. */
export type EventOf<Type extends EventType> = {
  readonly id: string;
  readonly type: Type;
  readonly at: number;
  readonly data: z.infer<(typeof eventData)[Type]>;
};
export type AnyEvent = { [Type in EventType]: EventOf<Type> }[EventType];

/**
 * Returns the NATS subject of an event, such as `event.product.changed`. Subjects of events about carts end
 * in the digest of the cart key, so that a subscriber can select one cart.
 */
export function subjectOfEvent({ type, data }: AnyEvent): string {
  return 'cart' in data ? `${eventSubject}.${type}.${data.cart}` : `${eventSubject}.${type}`;
}

/**
 * Returns the NATS subject of a message with several events of one kind, such as `event.cart.batch`. The kind is the
 * first part of the events' types.
 */
export function subjectOfBatch(kind: string): string {
  return `${eventSubject}.${kind}.batch`;
}
