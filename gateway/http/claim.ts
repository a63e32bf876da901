import { hash } from 'node:crypto';
import { type Claim, nobody } from '#contracts/claim.ts';
import { networkOf } from '#platform/networks/networks.ts';
import type { Identity } from '../identity/identity.ts';

/** Who may give an item a price (docs/reference/cart.md#a-price-of-the-caller). */
export type PriceOverride = 'trusted' | 'public' | 'off';

/** Whether somebody may write as a manager does. */
function writes({ manages }: Identity): boolean {
  return manages === 'write' || manages === 'read_write';
}

/**
 * What the services are told of who acts. `address` is the client's, by whose network writes of guests are counted;
 * those of a customer are counted by the account.
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

/**
 * The same about a guest's cart, or the customer's own, which takes what the guest's has that was carried along.
 * `newKey` gives a key that nobody has yet.
 */
export function cartClaimOf(claim: Claim, key: string, carried: string | null, newKey: () => string): Claim {
  const fresh = claim.kind === 'guest' ? newKey() : '';
  return { ...claim, cart: key, carried: carried ?? '', fresh };
}
