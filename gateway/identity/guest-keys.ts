import {
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import type { Mount } from '../routing/mounts.ts';

/** Matches an issued key: `t_`, 130 random bits, and 70 bits of their MAC, in base 32. */
const form = /^t_([0-9a-v]{26})([0-9a-v]{14})$/;
const randomDigits = 26;
const macDigits = 14;

/** Returns the last `digits` digits of a number in base 32, where a digit has five bits. */
function base32(bytes: Buffer, digits: number): string {
  return BigInt(`0x${bytes.toString('hex')}`)
    .toString(32)
    .padStart(digits, '0')
    .slice(-digits);
}

/** Which guest cart keys a CoCart mount accepts: any, or only issued keys. */
export type ChosenKeys = 'any' | 'issued';

/**
 * Issues and verifies guest cart keys (docs/reference/cart.md#whose-cart-it-is). An issued key has
 * a MAC, so the gateway recognises it without a lookup, and an attacker cannot make a client use an
 * invented key.
 */
export class GuestKeys {
  /** A key object, because Node would prepare raw bytes again for each MAC, which costs three times as much. */
  readonly #macKey: KeyObject;
  readonly #chosen: ChosenKeys;

  constructor(secret: string, chosen: ChosenKeys) {
    this.#macKey = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'guest keys', 32)));
    this.#chosen = chosen;
  }

  /**
   * Returns an unguessable cart key. `random` has 17 bytes; tools that need the same keys in each
   * run set it.
   */
  issue(random: Buffer = randomBytes(17)): string {
    const text = base32(random, randomDigits);
    return `t_${text}${this.#mac(text)}`;
  }

  /** Returns whether a key was issued with this secret. */
  isIssued(key: string): boolean {
    const [, text, mac] = form.exec(key) ?? [];
    return text !== undefined && mac !== undefined && isEqual(this.#mac(text), mac);
  }

  /** Returns whether a request on this mount may create a cart with this key. */
  takes(key: string, { dialect }: Pick<Mount, 'dialect'>): boolean {
    return (dialect.chosenKeys && this.#chosen === 'any') || this.isIssued(key);
  }

  #mac(text: string): string {
    const mac = createHmac('sha256', this.#macKey).update(text).digest();
    return base32(mac, macDigits);
  }
}

/** Compares two texts of the same length in constant time, so that the time reveals nothing about a MAC. */
function isEqual(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
