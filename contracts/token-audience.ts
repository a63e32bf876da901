import { z } from 'zod';

/**
 * Audience of tokens issued at `/`; they are valid on every mount. A CoCart mount has its own audience, `cartwright:`
 * and its path; its tokens are valid on that mount only.
 */
export const tokenAudience = 'cartwright';
export const TokenAudience = z.string().min(1).max(300);

/** Returns the audience of tokens that a mount issues. `prefix` is its path, empty for the root. */
export function audienceOfMount(prefix: string): string {
  return `${tokenAudience}:${prefix || '/'}`;
}
