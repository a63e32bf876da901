import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type Claim, nobody } from '#contracts/claim.ts';
import { networkOf } from '#platform/util/networks.ts';
import type { Identity } from '../http/request-state.ts';

/**
 * Callers that may set the price of an item (docs/reference/cart.md#a-price-of-the-caller). `trusted`: key
 * pairs that may write. `public`: everybody. `off`: nobody.
 */
export type PriceOverride = 'trusted' | 'public' | 'off';

/** Digests of the networks of recent clients, by address. */
const digests = new LRUCache<string, string>({ max: 10_000 });

/** Returns the digest of the network of an address. */
function networkDigest(address: string): string {
  const known = digests.get(address);
  if (known !== undefined) return known;
  const digest = hash('sha256', networkOf(address), 'base64url');
  digests.set(address, digest);
  return digest;
}

/** Returns whether the caller may change data with the rights of a manager. */
function managesWrites({ manages }: Identity): boolean {
  return manages === 'write' || manages === 'read_write';
}

/** Returns the account whose cart the caller uses. Null for guests, and for key pairs, which act for a guest. */
export function customerOf({ account, trusted }: Identity): number | null {
  return trusted ? null : account;
}

/**
 * Returns the account for which the caller's key pair may log in (docs/reference/login.md#key-pairs). Null for
 * other callers, and for a key pair without the permission `read_write`.
 */
export function personOf({ account, trusted, permissions }: Identity): number | null {
  return trusted && permissions === 'read_write' ? account : null;
}

/**
 * Returns the claim that services get about a caller. The member `client` identifies the caller for the rate
 * limit of writes: by account for customers, and by the network of `address` for guests.
 */
export function claimOf(
  identity: Identity,
  prices: PriceOverride,
  address: string,
  customer = customerOf(identity),
): Claim {
  const { account, role, manages, trusted } = identity;
  const mayWrite = trusted && managesWrites(identity);
  return {
    ...nobody,
    kind: customer === null ? 'guest' : 'customer',
    account,
    audience: (customer === null ? null : role) ?? 'public',
    setsPrices: prices === 'public' || (prices === 'trusted' && mayWrite),
    setsFees: mayWrite,
    manages,
    client: customer === null ? networkDigest(address) : String(customer),
  };
}

/**
 * Returns the account and the network of a caller, which each have a limit of event streams. So many accounts give one
 * network no more streams. Returns nothing for a key pair, which acts for many clients.
 */
export function streamClientsOf(identity: Identity, address: string): string[] {
  if (identity.trusted) return [];
  const customer = customerOf(identity);
  return [...(customer === null ? [] : [String(customer)]), networkDigest(address)];
}

/**
 * Returns the claim with the cart key `key`. `carried` is the key of a guest's cart whose items the cart
 * service transfers to the cart `key`. Null if there is no such cart.
 */
export function cartClaimOf(claim: Claim, key: string, carried: string | null): Claim {
  return { ...claim, cart: key, carried: carried ?? '' };
}
