import { z } from 'zod';

/**
 * Audience of the tokens that the mount `/` issues. These tokens are valid on every mount. The audience of
 * a CoCart mount is `cartwright:` and its path; such tokens are valid only on that mount.
 */
export const tokenAudience = 'cartwright';
export const TokenAudience = z.string().min(1).max(300);

/**
 * Returns the audience of the tokens of a mount that has its own audience. `prefix` is the path of the mount;
 * empty for the root.
 */
export function audienceOfMount(prefix: string): string {
  return `${tokenAudience}:${prefix || '/'}`;
}
