import { z } from 'zod';

/** The JetStream stream that stores events for a week, and the prefix of their subjects. */
export const eventStream = 'EVENTS';
export const eventSubject = 'event';

/** Cart data of an event. `cart` is a digest of the key, because the key itself gives access to the cart. */
const cart = z.object({
  cart: z.string().length(43),
  /** The account that owns the cart; null for a guest's cart. */
  customer: z.int().positive().nullable(),
  revision: z.int().min(0),
  /** The first lines of the cart, at most fifty; `lines` is the number of all lines. */
  items: z.array(z.object({ productId: z.int(), variationId: z.int(), quantity: z.int() })).max(50),
  lines: z.int().min(0),
  /** Digest of the idempotency key of the write that made the revision. Webhooks omit the digest. */
  write: z.string().length(43).optional(),
});

/** Data of each event type, without personal data. Amounts are absent because they change without an event. */
export const eventData = {
  'cart.created': cart,
  'cart.changed': cart,
  /** A cart with items that nobody has changed for a while. Published once, and again only after another change. */
  'cart.abandoned': cart,
  /** A guest's cart whose items were transferred to the cart of the customer `to`. */
  'cart.transferred': cart.extend({ to: z.int().positive() }),
  'cart.expired': cart,
  'cart.deleted': cart,
  'product.changed': z.object({ products: z.array(z.int()).max(10_000) }),
  /** The token sets a new password once, until `expires` (Unix milliseconds). */
  'account.password-reset-requested': z.object({
    account: z.int().positive(),
    token: z.string().min(1).max(100),
    expires: z.int(),
  }),
  'login.granted': z.object({ account: z.int().positive(), method: z.string().max(40) }),
  /** `account` is null when no account matches; `reason` is the error code. */
  'login.refused': z.object({
    account: z.int().positive().nullable(),
    method: z.string().max(40),
    reason: z.string().max(100),
  }),
} as const;

/** Events with a secret. Only webhooks that name the type receive them. */
export const secretEvents: readonly string[] = ['account.password-reset-requested'];

export type EventType = keyof typeof eventData;
const eventTypes = Object.keys(eventData) as [EventType, ...EventType[]];
export const EventType = z.enum(eventTypes);

/**
 * An event. Consumers detect duplicates by its id. The id is made of cart and revision for a change of a cart, else of
 * the position in the store. `at` is in Unix milliseconds.
 */
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
 * Returns the NATS subject of an event: `event.product.changed`. Subjects of carts end in the cart's digest, so that a
 * subscriber can select one cart.
 */
export function subjectOfEvent({ type, data }: AnyEvent): string {
  return 'cart' in data ? `${eventSubject}.${type}.${data.cart}` : `${eventSubject}.${type}`;
}
