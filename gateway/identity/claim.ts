import { hash } from 'node:crypto';
import { type Claim, nobody } from '#contracts/claim.ts';
import { networkOf } from '#platform/networks/networks.ts';
import type { Identity } from './identity.ts';

/** Who may give an item a price (docs/reference/cart.md#a-price-of-the-caller). */
export type PriceOverride = 'trusted' | 'public' | 'off';

/** Whether the caller may write as a manager. */
function writes({ manages }: Identity): boolean {
  return manages === 'write' || manages === 'read_write';
}

/**
 * Returns the claim for services. Writes of guests are counted by the network of `address`, those of
 * customers by account.
 */
export function claimOf(identity: Identity, prices: PriceOverride, address: () => string): Claim {
  const { account, role, manages, trusted } = identity;
  const mayWrite = trusted && writes(identity);
  const customer = trusted ? null : account;
  return {
    ...nobody,
    kind: customer === null ? 'guest' : 'customer',
    account,
    audience: (trusted ? null : role) ?? 'public',
    setsPrices: prices === 'public' || (prices === 'trusted' && mayWrite),
    setsFees: mayWrite,
    manages,
    client: customer === null ? hash('sha256', networkOf(address()), 'base64url') : String(customer),
  };
}

/** Returns the claim for the cart `key`. `carried` is the key of a guest's cart to transfer into it; null for none. */
export function cartClaimOf(claim: Claim, key: string, carried: string | null): Claim {
  return { ...claim, cart: key, carried: carried ?? '' };
}
