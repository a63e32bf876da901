import type { WriteRate } from '#contracts/cart-commands.ts';

/** Headers that tell a client how many writes it may still make (contract 2.13, 9.11). `now` in Unix milliseconds. */
export function rateHeaders(
  { limit, window, remaining, resetsIn }: WriteRate,
  now: number,
): Record<string, string> {
  return {
    'RateLimit-Limit': String(limit),
    'RateLimit-Remaining': String(remaining),
    'RateLimit-Reset': String(Math.ceil(now / 1_000) + resetsIn),
    RateLimit: `"cart-writes";r=${remaining};t=${resetsIn}`,
    'RateLimit-Policy': `"cart-writes";q=${limit};w=${window}`,
  };
}
