import {
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import type { Mount } from '../routing/mounts.ts';

/** An issued key: `t_`, 130 random bits, and 70 bits of their MAC, in base 32. */
const form = /^t_([0-9a-v]{26})([0-9a-v]{14})$/;
const randomDigits = 26;
const macDigits = 14;

/** Returns the last digits of a number in base 32, five bits each. */
function base32(bytes: Buffer, digits: number): string {
  return BigInt(`0x${bytes.toString('hex')}`)
    .toString(32)
    .padStart(digits, '0')
    .slice(-digits);
}

/** Guest cart keys that a CoCart mount accepts: any, or only issued ones. */
export type ChosenKeys = 'any' | 'issued';

/**
 * Issues and verifies guest cart keys (docs/reference/cart.md#whose-cart-it-is). An issued key has a MAC, so
 * it is recognised without a lookup, and an attacker cannot make a client use an invented key.
 */
export class GuestKeys {
  /** A key object: with raw bytes, Node would prepare the key for each MAC, which costs three times as much. */
  readonly #macKey: KeyObject;
  readonly #chosen: ChosenKeys;

  constructor(secret: string, chosen: ChosenKeys) {
    this.#macKey = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'guest keys', 32)));
    this.#chosen = chosen;
  }

  /** Returns an unguessable key. `random`, 17 bytes, is for tools that need the same keys in each run. */
  issue(random: Buffer = randomBytes(17)): string {
    const text = base32(random, randomDigits);
    return `t_${text}${this.#mac(text)}`;
  }

  /** Whether a key was issued with this secret. */
  isIssued(key: string): boolean {
    const [, text, mac] = form.exec(key) ?? [];
    return text !== undefined && mac !== undefined && same(this.#mac(text), mac);
  }

  /** Whether a request on this mount may use this key for a new cart. */
  takes(key: string, { dialect }: Pick<Mount, 'dialect'>): boolean {
    return (dialect.chosenKeys && this.#chosen === 'any') || this.isIssued(key);
  }

  #mac(text: string): string {
    const mac = createHmac('sha256', this.#macKey).update(text).digest();
    return base32(mac, macDigits);
  }
}

function same(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
