import { hashSync, verifySync } from '@node-rs/argon2';
import { WordPressHash } from '#contracts/accounts.ts';
import { matchesWordPress } from './wordpress.ts';

// The functions that run in the hasher's threads. Each blocks its thread.

/** OWASP's parameters for argon2id; hashing took 25 ms of one core when it was measured. */
// 2 means argon2id; the package's enum exists only as a type.
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Returns the hash of a password in this service's form, independent of the password's Unicode composition (NFKC). */
export function hashed(password: string): string {
  return hashSync(password.normalize('NFKC'), options);
}

/**
 * Returns how a password matches a hash: in its normal form, only as typed (a hash of another shop or of an earlier
 * release), or not at all.
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
  return WordPressHash.safeParse(storedHash).success
    ? matchesWordPress(password, storedHash)
    : verifySync(storedHash, password);
}
