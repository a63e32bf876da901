import { z } from 'zod';
import { eventSettings } from '#platform/events/settings.ts';
import { RedisUrl } from '#platform/redis/address.ts';
import { ProcessSettings, wholeNumber } from '#platform/service/settings.ts';

/** So many in so many seconds, `25/10`; null for `off`. */
const Rate = z
  .string()
  .regex(/^(off|[1-9]\d{0,5}\/[1-9]\d{0,4})$/, 'must be off, or a number and seconds like 25/10')
  .transform((text) => {
    if (text === 'off') return null;
    const [limit = 0, windowSeconds = 0] = text.split('/').map(Number);
    return { limit, windowSeconds };
  });

/** Settings of the cart service, besides those that every process has (platform/service/settings.ts). */
export const CartSettings = ProcessSettings.extend({
  ...eventSettings,
  CART_REDIS_URL: RedisUrl,
  /** How many replicas have to have a write before it is acknowledged. */
  CART_DURABILITY: z
    .string()
    .regex(
      /^(local|replicated(:[1-9])?)$/,
      'must be local, replicated, or replicated:2 with the number of replicas',
    )
    .default('local')
    .transform((text) => (text === 'local' ? 0 : Number(text.split(':')[1] ?? 1))),
  /** Seconds that an untouched guest's cart is kept. */
  GUEST_CART_TTL: wholeNumber.pipe(z.int().positive()).default(172_800),
  /** The same for a customer's cart. */
  CUSTOMER_CART_TTL: wholeNumber.pipe(z.int().positive()).default(604_800),
  /** Seconds, on average, between two looks of a replica for carts whose time is over. */
  CART_SWEEP_INTERVAL: wholeNumber.pipe(z.int().positive()).default(30),
  /** Seconds that nobody has changed a cart with something in it before it is told that it is abandoned. */
  ABANDONED_CART_AFTER: wholeNumber.pipe(z.int().positive()).default(3_600),
  /** How many writes to carts one client may make in how many seconds, over all replicas. */
  CART_RATE_LIMIT: Rate.default(null),
  /** How many codes of coupons that do not exist may be tried on one cart; twenty times that by one client. */
  COUPON_GUESS_LIMIT: Rate.default({ limit: 10, windowSeconds: 600 }),
  /** How many new guest carts one client may make in one replica in how many seconds. */
  GUEST_CART_LIMIT: Rate.default({ limit: 10_000, windowSeconds: 600 }),
  /** Bytes by which guest carts of one client may be larger than usual, in the same seconds. */
  GUEST_CART_BYTES: wholeNumber.pipe(z.int().positive()).default(4_194_304),
  /** Seconds that a guest's new cart is kept until somebody comes back to it, while half of the memory is in use. */
  GUEST_CART_FIRST_TTL: wholeNumber.pipe(z.int().positive()).default(7_200),
  /** Per cent of the memory that Redis may have which are kept for carts that are there. */
  CART_MEMORY_MARGIN: wholeNumber.pipe(z.int().min(1).max(90)).default(20),
  /** Seconds that carts are read, and things taken out, by what was known before MongoDB or the catalogue went away. */
  STALE_READS_FOR: wholeNumber.pipe(z.int().min(0)).default(3_600),
  /** The same for adding. */
  STALE_ADDS_FOR: wholeNumber.pipe(z.int().min(0)).default(60),
  /** Modules with extensions of the cart, paths or packages with commas between them (docs/cart-extensions.md). */
  CART_EXTENSIONS: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((name) => name.trim() || [])),
});
export type CartSettings = z.infer<typeof CartSettings>;
