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
 *
 * Blanks at both ends do not count if the password matches without them, as in WordPress: a login that worked with an
 * imported hash also works after the hash was replaced.
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
  if (normal !== password && matches(password, storedHash)) return 'as typed';
  const bare = trimmed(normal);
  return bare !== normal && matches(bare, storedHash) ? 'normal' : 'none';
}

/** How a password matches a hash; `match` explains the values. */
export type Match = 'normal' | 'as typed' | 'none';

function matches(password: string, storedHash: string): boolean {
  return storedHash.startsWith('$argon2id$')
    ? verifySync(storedHash, password)
    : matchesWordPress(password, storedHash);
}

/** The characters that PHP's `trim` removes. */
const blanks: ReadonlySet<string | undefined> = new Set([' ', '\t', '\n', '\r', '\0', '\v']);

/** Returns a password without blanks at both ends, as WordPress trims what a person types. */
function trimmed(password: string): string {
  let [start, end] = [0, password.length];
  while (start < end && blanks.has(password[start])) start += 1;
  while (end > start && blanks.has(password[end - 1])) end -= 1;
  return password.slice(start, end);
}
