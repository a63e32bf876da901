import { z } from 'zod';
import { RedisUrl } from '#platform/redis/address.ts';
import { ProcessSettings, secret, wholeNumber } from '#platform/service/settings.ts';

/** Parses a limit for a time window: `25/10` allows 25 in 10 seconds. `off` means no limit and becomes null. */
const Rate = z
  .string()
  .regex(/^(off|[1-9]\d{0,5}\/[1-9]\d{0,4})$/, 'must be off, or a number and seconds like 25/10')
  .transform((text) => {
    if (text === 'off') return null;
    const [limit = 0, windowSeconds = 0] = text.split('/').map(Number);
    return { limit, windowSeconds };
  });

/** Settings of the cart service, in addition to the settings that every process has (platform/service/settings.ts). */
export const CartSettings = ProcessSettings.extend({
  CART_REDIS_URL: secret(RedisUrl),
  /** Number of Redis replicas that must confirm a write before the service acknowledges the write. */
  CART_DURABILITY: z
    .string()
    .regex(
      /^(local|replicated(:[1-9])?)$/,
      'must be local, replicated, or replicated:2 with the number of replicas',
    )
    .default('local')
    .transform((text) => (text === 'local' ? 0 : Number(text.split(':')[1] ?? 1))),
  /** Seconds until a guest's unused cart expires. expiry/expiry.ts determines when a request renews the cart. */
  GUEST_CART_TTL: wholeNumber.pipe(z.int().positive()).default(172_800),
  /** Seconds until a customer's unused cart expires. */
  CUSTOMER_CART_TTL: wholeNumber.pipe(z.int().positive()).default(604_800),
  /** Average seconds that a replica waits between two sweeps. A sweep removes expired carts from the indexes. */
  CART_SWEEP_INTERVAL: wholeNumber.pipe(z.int().positive()).default(30),
  /** Seconds without a change after which a cart with items counts as abandoned. */
  ABANDONED_CART_AFTER: wholeNumber.pipe(z.int().positive()).default(3_600),
  /** Maximum number of writes to carts by one client in a time window, over all replicas. */
  CART_RATE_LIMIT: Rate.default(null),
  /**
   * Maximum number of unknown coupon codes for one cart in a time window. For one client, the maximum is
   * twenty times as high.
   */
  COUPON_GUESS_LIMIT: Rate.default({ limit: 10, windowSeconds: 600 }),
  /** Maximum number of new guest carts that one client may create on one replica in a time window. */
  GUEST_CART_LIMIT: Rate.default({ limit: 10_000, windowSeconds: 600 }),
  /**
   * Maximum bytes that one client may add to guests' carts on one replica, in the time window of `GUEST_CART_LIMIT`.
   * Only the bytes above the usual size of a cart (16 KiB) count.
   */
  GUEST_CART_BYTES: wholeNumber.pipe(z.int().positive()).default(4_194_304),
  /**
   * Seconds until a guest's new cart expires if the guest does not return. Applies only while at least half
   * of Redis' memory is in use.
   */
  GUEST_CART_FIRST_TTL: wholeNumber.pipe(z.int().positive()).default(7_200),
  /** Percentage of Redis' memory that is reserved for existing carts. */
  CART_MEMORY_MARGIN: wholeNumber.pipe(z.int().min(1).max(90)).default(20),
  /**
   * Seconds for which stale data are used while MongoDB or the catalogue service does not answer. For some commands,
   * `STALE_ADDS_FOR` applies instead.
   */
  STALE_READS_FOR: wholeNumber.pipe(z.int().min(0)).default(3_600),
  /**
   * Like `STALE_READS_FOR`, but for commands that add or restore items, set a quantity above 0, change options or apply
   * a coupon.
   */
  STALE_ADDS_FOR: wholeNumber.pipe(z.int().min(0)).default(60),
  /** Modules with cart extensions: paths or names of packages, separated by commas (docs/cart-extensions.md). */
  CART_EXTENSIONS: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((name) => name.trim() || [])),
});
export type CartSettings = z.infer<typeof CartSettings>;
