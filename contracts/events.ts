import { z } from 'zod';

/** The stream of NATS that keeps events for a week, and the beginning of their subjects. */
export const eventStream = 'EVENTS';
export const eventSubject = 'event';

/** What is told of a cart. `cart` is a digest of its key, since the key itself would open it. */
const cart = z.object({
  cart: z.string().length(43),
  /** The account whose cart it is; null for a guest's. */
  customer: z.int().positive().nullable(),
  revision: z.int().min(0),
  /** What is in it; of very many lines, the first fifty. */
  items: z.array(z.object({ productId: z.int(), variationId: z.int(), quantity: z.int() })).max(50),
  lines: z.int().min(0),
  /** Digest of the idempotency key of the write that made the revision. Webhooks do not carry it. */
  write: z.string().length(43).optional(),
});

/** What each kind of event tells beside its name: nothing personal. Amounts are not in it, since they change by themselves. */
export const eventData = {
  'cart.created': cart,
  'cart.changed': cart,
  /** Nobody has changed it for a while, and something is in it. Told once until it changes again. */
  'cart.abandoned': cart,
  /** A guest's cart whose goods went over to a customer's, which `to` names. */
  'cart.transferred': cart.extend({ to: z.int().positive() }),
  'cart.expired': cart,
  'cart.deleted': cart,
  'product.changed': z.object({ products: z.array(z.int()).max(10_000) }),
  'login.granted': z.object({ account: z.int().positive(), method: z.string().max(40) }),
  /** `account` is null where nobody is known by what was given; `reason` is the code of the refusal. */
  'login.refused': z.object({
    account: z.int().positive().nullable(),
    method: z.string().max(40),
    reason: z.string().max(100),
  }),
} as const;

export type EventType = keyof typeof eventData;
const eventTypes = Object.keys(eventData) as [EventType, ...EventType[]];
export const EventType = z.enum(eventTypes);

/**
 * Something that has happened. Who hears it twice knows it by its id: of a cart's change that is made of the cart and
 * the revision, of others of where they are kept. `at` is Unix milliseconds.
 */
export const Event = z.discriminatedUnion(
  'type',
  eventTypes.map((type) =>
    z.object({ id: z.string().min(1).max(200), type: z.literal(type), at: z.int(), data: eventData[type] }),
  ) as never,
) as unknown as z.ZodType<AnyEvent>;

/** An event of one type, or of any. */
export type EventOf<Type extends EventType> = {
  readonly id: string;
  readonly type: Type;
  readonly at: number;
  readonly data: z.infer<(typeof eventData)[Type]>;
};
export type AnyEvent = { [Type in EventType]: EventOf<Type> }[EventType];

/**
 * The subject that an event is told on: `event.product.changed`, and for carts with the digest behind, so that who looks
 * at one cart hears of no other.
 */
export function subjectOfEvent({ type, data }: AnyEvent): string {
  return 'cart' in data ? `${eventSubject}.${type}.${data.cart}` : `${eventSubject}.${type}`;
}
