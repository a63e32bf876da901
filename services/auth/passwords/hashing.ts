import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { hashSync, verifySync } from '@node-rs/argon2';
import { verifySync as verifyBcrypt } from '@node-rs/bcrypt';

// These functions run in the threads of `Hasher`. Each function blocks its thread. Each thread loads this file,
// so imports cost memory in each thread: the contracts would add 12 MB.

/** OWASP's parameters: 25 ms of one core. The package's enum is type-only, hence the 2. */
const argon2id = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A hash with these parameters that no password matches. */
const dummyHash = (() => {
  const base64 = (length: number) => randomBytes(length).toString('base64').replaceAll('=', '');
  const { memoryCost, timeCost, parallelism } = argon2id;
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${base64(16)}$${base64(32)}`;
})();

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
 * - `none`: the password is wrong, or there is no hash (null). Both take equally long, so that the time does not tell
 *   which accounts exist
 *
 * Blanks at both ends do not count if the password matches without them, as in WordPress: a login that worked with an
 * imported hash also works after the hash was replaced.
 */
export function match({
  password,
  storedHash,
}: {
  readonly password: string;
  readonly storedHash: string | null;
}): Match {
  if (storedHash === null) {
    matches(password, dummyHash);
    return 'none';
  }
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

/** The digits of phpass; each stands for six bits. */
const digits = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * Returns whether a password matches a hash of WordPress: phpass (`$P$`, and `$H$` of phpBB), bcrypt, or bcrypt over
 * an HMAC-SHA-384 (`$wp$`, since WordPress 6.8). `WordPressHash` in contracts/accounts.ts limits how long the
 * verification of a hash may take.
 */
function matchesWordPress(password: string, storedHash: string): boolean {
  if (/^\$[PH]\$/.test(storedHash)) return matchesPhpass(password, storedHash);
  if (!storedHash.startsWith('$wp$')) return verifyBcrypt(password, storedHash);
  const mixed = createHmac('sha384', 'wp-sha384').update(password).digest('base64');
  return verifyBcrypt(mixed, storedHash.slice('$wp'.length));
}

/**
 * Returns whether a password matches a hash of phpass: MD5 over salt and password, then repeatedly over the result
 * and the password. One digit of the hash gives the number of repetitions as an exponent of 2.
 */
function matchesPhpass(password: string, storedHash: string): boolean {
  const secret = Buffer.from(password);
  const rounds = 2 ** digits.indexOf(storedHash.charAt(3));
  let digest = md5(Buffer.concat([Buffer.from(storedHash.slice(4, 12)), secret]));
  for (let done = 0; done < rounds; done += 1) digest = md5(Buffer.concat([digest, secret]));
  const expected = Buffer.from(storedHash.slice(12));
  const given = Buffer.from(encoded(digest));
  return expected.length === given.length && timingSafeEqual(expected, given);
}

function md5(bytes: Buffer): Buffer {
  return hash('md5', bytes, 'buffer');
}

/** Returns bytes as digits of phpass: three bytes make four digits, the lowest bits first. */
function encoded(bytes: Buffer): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const group = bytes.subarray(at, at + 3);
    const bits = group.reduce((sum, byte, place) => sum + byte * 256 ** place, 0);
    for (let digit = 0; digit <= group.length; digit += 1) text += digits.charAt((bits >> (6 * digit)) & 63);
  }
  return text;
}
