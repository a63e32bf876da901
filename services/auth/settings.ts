import { z } from 'zod';
import { RedisUrl } from '#platform/redis/address.ts';
import { ProcessSettings, secret, wholeNumber } from '#platform/service/settings.ts';
import type { AttemptBounds } from './store/attempts.ts';

const seconds = wholeNumber.pipe(z.int().positive());

const daySeconds = 86_400;

/**
 * Parses the limit for one name from one address, such as `5/60`, and computes all other limits from this limit
 * (docs/reference/login.md#failed-attempts). `off` becomes null.
 */
const LoginBound = z
  .string()
  .regex(/^(off|[1-9]\d{0,4}\/[1-9]\d{0,4})$/, 'must be off, or failures and seconds like 5/60')
  .transform((text): AttemptBounds | null => {
    if (text === 'off') return null;
    const [limit = 0, windowSeconds = 0] = text.split('/').map(Number);
    return {
      nameAndAddress: { limit, windowSeconds },
      address: { limit: 4 * limit, windowSeconds },
      account: { limit: 4 * limit, windowSeconds: 15 * windowSeconds },
      knownNetwork: { limit: 10 * limit, windowSeconds: daySeconds },
      slowdown: { free: limit, windowSeconds: 15 * windowSeconds },
    };
  });

/** Settings of the auth service, with the settings of every process (platform/service/settings.ts). */
export const AuthSettings = ProcessSettings.extend({
  AUTH_MONGODB_URL: secret(z.string().regex(/^mongodb(\+srv)?:\/\/./, 'must be a mongodb:// URL')),
  AUTH_REDIS_URL: secret(RedisUrl),
  /**
   * The secret that encrypts signing keys. Refresh tokens and digests of key pairs are derived from this secret. Access
   * to the database alone is not enough to forge tokens or key pairs.
   */
  AUTH_SECRET: secret(z.string().min(32, 'must have at least 32 characters')),
  /** Lifetime in seconds of access tokens that are issued at the mount `/`. */
  ACCESS_TOKEN_TTL: seconds.default(3_600),
  /** Lifetime in seconds of access tokens that are issued at a CoCart mount. */
  COCART_ACCESS_TOKEN_TTL: seconds.default(864_000),
  /** Lifetime of a refresh token in seconds. */
  REFRESH_TOKEN_TTL: seconds.default(2_592_000),
  /** Seconds after which a login ends, even if its tokens are refreshed. */
  LOGIN_TTL: seconds.default(7_776_000),
  /** Number of days for which entries of the security log are stored (docs/security.md#the-log-of-security). */
  SECURITY_LOG_DAYS: wholeNumber.pipe(z.int().min(1).max(3_650)).default(90),
  LOGIN_RATE_LIMIT: LoginBound.prefault('5/60'),
  /** The address of the connected shop, which confirms passwords of its customers; empty without a connection. */
  WOOCOMMERCE_URL: z.string().default(''),
  /** Whether visitors may create accounts. */
  REGISTRATION: z
    .enum(['on', 'off'])
    .transform((word) => word === 'on')
    .prefault('on'),
  /**
   * What registrations show about other accounts. `cocart`: a name in use is refused, and a new account is logged in.
   * `hidden`: the answer does not depend on which accounts exist (docs/reference/account.md#hidden-accounts).
   */
  ACCOUNT_ENUMERATION: z.enum(['cocart', 'hidden']).default('cocart'),
  /** Modules with login extensions: paths or packages, separated by commas (docs/login-extensions.md). */
  LOGIN_EXTENSIONS: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((name) => name.trim() || [])),
  /**
   * Settings of the login extensions: JSON with the settings of each extension under its name, or `@` and the path of a
   * JSON file.
   */
  LOGIN_EXTENSION_SETTINGS: z.string().default('{}'),
});
export type AuthSettings = z.infer<typeof AuthSettings>;
