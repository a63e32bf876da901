import {
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { CartKey, isCustomerKey } from '#contracts/cart.ts';
import { refusal } from '#platform/errors/errors.ts';
import type { Parameters } from '../http/body.ts';
import type { Mount } from '../http/mounts.ts';

/** Returns a guest's cart key in the form in which it is stored; null for an invalid key. */
export function usableKey(given: unknown): string | null {
  if (typeof given !== 'string') return null;
  const key = given.trim().toLowerCase();
  // A key that consists of digits is the id of a customer. `CartKey` refuses short keys, because an attacker
  // could guess a short key (docs/reference/cart.md#whose-cart-it-is).
  return CartKey.safeParse(key).success && !/^\d+$/.test(key) ? key : null;
}

/** The headers, body and query of a request, which may contain a cart key. */
export interface CartKeySources {
  /** The headers by their lower-case names. */
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Parameters;
  readonly query: Parameters;
}

/** Returns all cart keys of a request, valid or not, in the order of their precedence. */
function givenKeys({ headers, body, query }: CartKeySources): string[] {
  const given = [headers['cart-key'], headers['cocart-api-cart-key'], body('cart_key'), query('cart_key')];
  return given.flatMap((one) => (typeof one === 'string' ? [one.trim()] : []));
}

/**
 * Returns the valid guest cart key in a header, the body or the query, in this order; null without a valid key.
 * Invalid keys are ignored (docs/reference/cart.md#whose-cart-it-is).
 */
export function carriedKey(carrying: CartKeySources): string | null {
  return (
    givenKeys(carrying)
      .map(usableKey)
      .find((key) => key !== null) ?? null
  );
}

/**
 * Returns the cart keys of a request that look like the id of a customer: a key of digits, such as `17`. Duplicates
 * are left out.
 */
export function customerIdKeys(carrying: CartKeySources): string[] {
  const ids = givenKeys(carrying).filter(isCustomerKey);
  return [...new Set(ids)];
}

/**
 * Refuses customer ids as cart keys (docs/reference/cart.md#whose-cart-it-is). Ids without an account are
 * ignored, like other invalid keys.
 *
 * @param own - cart key of the caller; null for guests and key pairs
 * @param exists - returns whether an id belongs to an account
 * @throws ServiceError `service_already_authenticating_user` for the caller's own id,
 * `service_must_authenticate_user` for another customer's id
 */
export async function refuseCustomerIds(
  keys: readonly string[],
  own: string | null,
  exists: (key: string) => Promise<boolean>,
): Promise<void> {
  if (own !== null && keys.includes(own)) throw refusal('service_already_authenticating_user', {});
  for (const key of keys) {
    if (await exists(key)) throw refusal('service_must_authenticate_user', {});
  }
}

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
type ChosenKeys = 'any' | 'issued';

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
