import { z } from 'zod';
import { eventSettings } from '#platform/events/settings.ts';
import { RedisUrl } from '#platform/redis/address.ts';
import { ProcessSettings, wholeNumber } from '#platform/service/settings.ts';

const seconds = wholeNumber.pipe(z.int().positive());

/** Failures and seconds, `5/60`. */
export interface Bound {
  readonly limit: number;
  readonly windowSeconds: number;
}

/** How many attempts to log in may fail. */
export interface AttemptBounds {
  /** With one name from one address. */
  readonly nameAndAddress: Bound;
  readonly address: Bound;
  /** Of one account from anywhere, with the right password: what an extension of the login has refused. */
  readonly account: Bound;
  /** With one name from anywhere, attempts after so many `free` failures are delayed. */
  readonly slowdown: { readonly free: number; readonly windowSeconds: number };
}

/**
 * `5/60` for one name from one address; what follows from it for the others
 * (docs/reference/login.md#failed-attempts). Null for `off`.
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
      slowdown: { free: limit, windowSeconds: 15 * windowSeconds },
    };
  });

/** Settings of the auth service, besides those that every process has (platform/service/settings.ts). */
export const AuthSettings = ProcessSettings.extend({
  ...eventSettings,
  AUTH_MONGODB_URL: z.string().regex(/^mongodb(\+srv)?:\/\/./, 'must be a mongodb:// URL'),
  AUTH_REDIS_URL: RedisUrl,
  /** Keeps signing keys, makes refresh tokens and finds key pairs: whoever has the database alone can forge none. */
  AUTH_SECRET: z.string().min(32, 'must have at least 32 characters'),
  /** Seconds that an access token is good for: one issued at `/`, and one issued on a CoCart mount. */
  ACCESS_TOKEN_TTL: seconds.default(3_600),
  COCART_ACCESS_TOKEN_TTL: seconds.default(864_000),
  /** Seconds that a refresh token is good for. */
  REFRESH_TOKEN_TTL: seconds.default(2_592_000),
  /** Seconds after which a login ends, however often its tokens were refreshed. */
  LOGIN_TTL: seconds.default(7_776_000),
  /** Days that the log of security is kept (docs/security.md#the-log-of-security). */
  SECURITY_LOG_DAYS: wholeNumber.pipe(z.int().min(1).max(3_650)).default(90),
  LOGIN_RATE_LIMIT: LoginBound.prefault('5/60'),
  /** Modules with extensions of the login, paths or packages with commas between them (docs/login-extensions.md). */
  LOGIN_EXTENSIONS: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((name) => name.trim() || [])),
  /** Settings of the extensions by their names: JSON, or `@` and the path of a file with it. */
  LOGIN_EXTENSION_SETTINGS: z.string().default('{}'),
});
export type AuthSettings = z.infer<typeof AuthSettings>;
