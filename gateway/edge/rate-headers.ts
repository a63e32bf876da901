import type { WriteRate } from '#contracts/cart-commands.ts';

/** Names of the rate limits: cart writes and login attempts. */
type Policy = 'cart-writes' | 'logins';

/**
 * Returns the headers that say how many requests the rate limit still allows
 * (docs/reference/rules.md#rate-limits). `now` is in Unix milliseconds.
 */
export function rateHeaders(
  { limit, window, remaining, resetsIn }: WriteRate,
  now: number,
  policy: Policy = 'cart-writes',
): Record<string, string> {
  return {
    'RateLimit-Limit': String(limit),
    'RateLimit-Remaining': String(remaining),
    'RateLimit-Reset': String(Math.ceil(now / 1_000) + resetsIn),
    RateLimit: `"${policy}";r=${remaining};t=${resetsIn}`,
    'RateLimit-Policy': `"${policy}";q=${limit};w=${window}`,
  };
}
