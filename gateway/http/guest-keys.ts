import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Mount } from './mounts.ts';

/** An issued key: `t_`, 120 random bits, and 80 bits of their MAC, in base 32. */
const form = /^t_([0-9a-v]{24})([0-9a-v]{16})$/;
const randomBytesOfKey = 15;
const macBytes = 10;

/** Bytes as digits of base 32, five bits each. */
function base32(bytes: Buffer): string {
  return BigInt(`0x${bytes.toString('hex')}`)
    .toString(32)
    .padStart((bytes.length * 8) / 5, '0');
}

/** Which keys of guests' carts a CoCart mount takes: chosen ones as well, or issued ones alone. */
export type ChosenKeys = 'any' | 'issued';

/**
 * Keys of guests' carts (docs/reference/cart.md#whose-cart-it-is). A key that is issued here carries a MAC, so that it
 * is known again without a lookup, and nobody can make a client use one that was made up.
 */
export class GuestKeys {
  readonly #macKey: Buffer;
  readonly #chosen: ChosenKeys;

  constructor(secret: string, chosen: ChosenKeys) {
    this.#macKey = Buffer.from(hkdfSync('sha256', secret, '', 'guest keys', 32));
    this.#chosen = chosen;
  }

  /** A key that nobody can guess. `random` is for tools that need the same keys again: 15 bytes. */
  issue(random: Buffer = randomBytes(randomBytesOfKey)): string {
    const text = base32(random);
    return `t_${text}${this.#mac(text)}`;
  }

  /** Whether a key was issued with this secret. */
  isIssued(key: string): boolean {
    const [, text, mac] = form.exec(key) ?? [];
    return text !== undefined && mac !== undefined && same(this.#mac(text), mac);
  }

  /** Whether a request on this mount may name a cart by this key though there is none under it. */
  takes(key: string, { dialect }: Pick<Mount, 'dialect'>): boolean {
    return (dialect.chosenKeys && this.#chosen === 'any') || this.isIssued(key);
  }

  #mac(text: string): string {
    const mac = createHmac('sha256', this.#macKey).update(text).digest();
    return base32(mac.subarray(0, macBytes));
  }
}

function same(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
