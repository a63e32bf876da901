import { hash } from 'node:crypto';
import type { Claim } from '#contracts/claim.ts';

/** Who asks, as far as the credentials of a request were believed. */
export interface Identity {
  readonly kind: 'guest';
}

export const guest: Identity = { kind: 'guest' };

/**
 * What the services are told of who acts: the identity, and the cart that it may touch. `publicPrices` lets everybody
 * give an item a price; without accounts, nobody is trusted to. `address` is the client's, by which writes are counted.
 */
export function claimOf({ kind }: Identity, cart: string, publicPrices: boolean, address: string): Claim {
  return {
    kind,
    cart,
    setsPrices: publicPrices,
    setsFees: false,
    client: hash('sha256', address, 'base64url'),
  };
}
