import {
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Mount } from '../routing/mounts.ts';

/**
 * Matches an issued key in base 32: `t_`, 130 random bits, and the last 70 bits of a MAC of the random
 * part.
 */
const form = /^t_([0-9a-v]{26})([0-9a-v]{14})$/;
const randomDigits = 26;
const macDigits = 14;
/**
 * Maximum number of cached keys whose MAC was correct. Visitors send the same key with each request, so the
 * cache saves most MAC calculations.
 */
const maxCached = 10_000;

/** Returns the last `digits` digits of a number in base 32. Each digit has five bits. */
function base32(bytes: Buffer, digits: number): string {
  return BigInt(`0x${bytes.toString('hex')}`)
    .toString(32)
    .padStart(digits, '0')
    .slice(-digits);
}

/**
 * Which guest cart keys a CoCart mount accepts. `any`: issued keys, and keys that clients chose. `issued`:
 * only issued keys.
 */
export type ChosenKeys = 'any' | 'issued';

/**
 * Issues and verifies guest cart keys (docs/reference/cart.md#whose-cart-it-is). An issued key contains a
 * MAC, so the gateway recognises the key without a look-up. If a mount accepts only issued keys, an attacker
 * cannot make a client use a key that the attacker invented.
 */
export class GuestKeys {
  /** Key of the MAC as a `KeyObject`, because raw bytes would make each MAC three times as slow. */
  readonly #macKey: KeyObject;
  readonly #chosen: ChosenKeys;
  readonly #recognised = new LRUCache<string, true>({ max: maxCached });

  constructor(secret: string, chosen: ChosenKeys) {
    this.#macKey = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'guest keys', 32)));
    this.#chosen = chosen;
  }

  /**
   * Returns a new cart key that nobody can guess. Only tools that need the same keys in each run pass `random`,
   * 17 bytes.
   */
  issue(random: Buffer = randomBytes(17)): string {
    const text = base32(random, randomDigits);
    return `t_${text}${this.#mac(text)}`;
  }

  /** Returns whether a cart key was issued with the secret of this object. */
  isIssued(key: string): boolean {
    if (this.#recognised.has(key)) return true;
    const [, text, mac] = form.exec(key) ?? [];
    const isIssued = text !== undefined && mac !== undefined && isEqual(this.#mac(text), mac);
    if (isIssued) this.#recognised.set(key, true);
    return isIssued;
  }

  /**
   * Returns whether a request on this mount may create a cart with this key: the key is issued, or the mount
   * accepts chosen keys.
   */
  mayCreateCart(key: string, { dialect }: Pick<Mount, 'dialect'>): boolean {
    return (dialect.chosenKeys && this.#chosen === 'any') || this.isIssued(key);
  }

  #mac(text: string): string {
    const mac = createHmac('sha256', this.#macKey).update(text).digest();
    return base32(mac, macDigits);
  }
}

/**
 * Returns whether two texts of the same length are equal. The time of the comparison reveals nothing about a
 * MAC.
 */
function isEqual(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
