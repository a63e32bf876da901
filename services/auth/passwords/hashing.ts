import { hashSync, verifySync } from '@node-rs/argon2';
import { WordPressHash } from '#contracts/accounts.ts';
import { matchesWordPress } from './wordpress.ts';

// The functions of the hasher's threads. Each blocks its thread.

/** OWASP's parameters for argon2id; 25 ms of one core where it was measured. */
// 2 is argon2id; the package's enum exists only as a type.
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Returns our own hash of a password, independent of its Unicode composition (NFKC). */
export function hashed(password: string): string {
  return hashSync(password.normalize('NFKC'), options);
}

/**
 * Returns how a password matches a hash: in its normal form, only as typed (a hash of another shop or an earlier
 * release), or not at all.
 */
export function match({ password, kept }: { readonly password: string; readonly kept: string }): Match {
  const normal = password.normalize('NFKC');
  if (matches(normal, kept)) return 'normal';
  return normal !== password && matches(password, kept) ? 'as typed' : 'none';
}

/** See `match`. */
export type Match = 'normal' | 'as typed' | 'none';

function matches(password: string, kept: string): boolean {
  return WordPressHash.safeParse(kept).success
    ? matchesWordPress(password, kept)
    : verifySync(kept, password);
}
