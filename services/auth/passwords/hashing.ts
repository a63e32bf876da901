import { hashSync, verifySync } from '@node-rs/argon2';
import { WordPressHash } from '#contracts/accounts.ts';
import { matchesWordPress } from './wordpress.ts';

// What the threads of the hasher run: each takes the processor for as long as it lasts.

/** OWASP's figures for argon2id; 25 ms of one core where it was measured. */
// 2 is argon2id; the package's enum is one that types alone have.
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Our own hash of a password. */
export function hashed(password: string): string {
  return hashSync(password, options);
}

/** Whether a password is the one of a hash: our own, or one that WordPress made. */
export function matches({ password, kept }: { readonly password: string; readonly kept: string }): boolean {
  return WordPressHash.safeParse(kept).success
    ? matchesWordPress(password, kept)
    : verifySync(kept, password);
}
