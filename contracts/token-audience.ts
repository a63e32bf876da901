import { z } from 'zod';

/**
 * Audience of the tokens that the mount `/` issues. These tokens are valid on every mount. The tokens of a
 * CoCart mount have the audience `cartwright:` and the path of the mount, and are valid only on this mount.
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
