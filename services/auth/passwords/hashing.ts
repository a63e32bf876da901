import { hashSync, verifySync } from '@node-rs/argon2';
import { WordPressHash } from '#contracts/accounts.ts';
import { matchesWordPress } from './wordpress.ts';

// What the threads of the hasher run: each takes the processor for as long as it lasts.

/** OWASP's figures for argon2id; 25 ms of one core where it was measured. */
// 2 is argon2id; the package's enum is one that types alone have.
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Our own hash of a password, the same however its characters are composed (NFKC). */
export function hashed(password: string): string {
  return hashSync(password.normalize('NFKC'), options);
}

/**
 * How a password matches a hash: in its normal form, only as it was typed (a hash that another shop or an earlier release
 * made without normalising), or not at all.
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
