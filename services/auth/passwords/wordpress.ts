import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { verifySync } from '@node-rs/bcrypt';

/** The digits of phpass; each stands for six bits. */
const digits = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * Returns whether a password matches a hash of WordPress: phpass (`$P$`, and `$H$` of phpBB), bcrypt, or bcrypt over
 * an HMAC-SHA-384 (`$wp$`, since WordPress 6.8). `WordPressHash` in contracts/accounts.ts limits how long the
 * verification of a hash may take.
 */
export function matchesWordPress(password: string, storedHash: string): boolean {
  if (/^\$[PH]\$/.test(storedHash)) return matchesPhpass(password, storedHash);
  if (!storedHash.startsWith('$wp$')) return verifySync(password, storedHash);
  const mixed = createHmac('sha384', 'wp-sha384').update(password).digest('base64');
  return verifySync(mixed, storedHash.slice('$wp'.length));
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
