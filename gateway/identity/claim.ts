import { hash } from 'node:crypto';
import { type Claim, nobody } from '#contracts/claim.ts';
import { networkOf } from '#platform/networks/networks.ts';
import type { Identity } from './identity.ts';

/** Callers that may set the price of an item (docs/reference/cart.md#a-price-of-the-caller). */
export type PriceOverride = 'trusted' | 'public' | 'off';

/** Returns whether the caller may write as a manager. */
function managesWrites({ manages }: Identity): boolean {
  return manages === 'write' || manages === 'read_write';
}

/** Returns the account whose cart a caller uses; null for a guest, and for a key pair, which acts for a guest. */
export function customerOf({ account, trusted }: Identity): number | null {
  return trusted ? null : account;
}

/**
 * Returns the person of a key pair that may log in as the person; null for others
 * (docs/reference/login.md#key-pairs).
 */
export function personOf({ account, trusted, permissions }: Identity): number | null {
  return trusted && permissions === 'read_write' ? account : null;
}

/**
 * Returns the claim for services. The rate limit counts writes of guests by the network of
 * `address`, writes of customers by account.
 */
export function claimOf(
  identity: Identity,
  prices: PriceOverride,
  address: () => string,
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
    client: customer === null ? hash('sha256', networkOf(address()), 'base64url') : String(customer),
  };
}

/**
 * Returns the claim for the cart `key`. `carried` is the cart key of a guest whose items are moved
 * to that cart; null for none.
 */
export function cartClaimOf(claim: Claim, key: string, carried: string | null): Claim {
  return { ...claim, cart: key, carried: carried ?? '' };
}
