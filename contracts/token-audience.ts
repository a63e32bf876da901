import { z } from 'zod';

/**
 * The audience of tokens issued at `/`: they are good on every mount. A CoCart mount has an audience of its own,
 * `cartwright:` and its path, and its tokens are good on that mount alone.
 */
export const tokenAudience = 'cartwright';
export const TokenAudience = z.string().min(1).max(300);

/** The audience of tokens that a mount with tokens of its own issues. `prefix` is its path, empty for the root. */
export function audienceOfMount(prefix: string): string {
  return `${tokenAudience}:${prefix || '/'}`;
}
