import { hashSync, verifySync } from '@node-rs/argon2';
import { argon2id } from './argon2id.ts';
import { matchesWordPress } from './wordpress.ts';

// These functions run in the threads of `Hasher`. Each function blocks its thread. Each thread loads this file,
// so imports cost memory in each thread: the contracts would add 12 MB.

/**
 * Returns the argon2id hash of a password. The password is normalised (NFKC), because devices may send different
 * Unicode forms of the same characters.
 */
export function hashed(password: string): string {
  return hashSync(password.normalize('NFKC'), argon2id);
}

/**
 * Returns how a password matches a hash, which must be an argon2id hash or a `WordPressHash`.
 * - `normal`: the normal form (NFKC) of the password matches
 * - `as typed`: only the password without normalisation matches, because the hash comes from another shop or an
 *   earlier release
 * - `none`: the password is wrong
 */
export function match({
  password,
  storedHash,
}: {
  readonly password: string;
  readonly storedHash: string;
}): Match {
  const normal = password.normalize('NFKC');
  if (matches(normal, storedHash)) return 'normal';
  return normal !== password && matches(password, storedHash) ? 'as typed' : 'none';
}

/** How a password matches a hash; `match` explains the values. */
export type Match = 'normal' | 'as typed' | 'none';

function matches(password: string, storedHash: string): boolean {
  return storedHash.startsWith('$argon2id$')
    ? verifySync(storedHash, password)
    : matchesWordPress(password, storedHash);
}
