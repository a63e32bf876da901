import { hash } from 'node:crypto';
import type { CartOwner } from '#contracts/cart.ts';
import { writeDigest } from '#platform/events/write-digest.ts';
import { ownerOf } from '../carts/owner.ts';

/** How many parts the carts are divided into. Fixed from the first day: a cart's shard follows from its key. */
export const shards = 64;

/** The shard of a cart, 0 to 63. */
export function shardOf(cartKey: string): number {
  return hash('sha1', cartKey, 'buffer').readUInt32BE(0) % shards;
}

/** Names of a shard's indexes of the carts of one kind of owner. The tag in braces keeps all of it in one slot. */
export function indexKeys(shard: number, owner: CartOwner) {
  const tag = `{${shard}}:${owner}s`;
  return {
    created: `${tag}:created`,
    updated: `${tag}:updated`,
    expiry: `${tag}:expiry`,
    names: `${tag}:names`,
    emails: `${tag}:emails`,
    emailOf: `${tag}:email-of`,
    /** Up to which moment of their last change it was told that carts are abandoned. */
    quietTold: `${tag}:quiet-told`,
  };
}

/** Names of what all carts of a shard have in common. */
export function shardKeys(shard: number) {
  const tag = `{${shard}}`;
  return {
    counter: `${tag}:revision`,
    outbox: `${tag}:outbox`,
    moving: `${tag}:moving`,
    confirmed: `${tag}:confirmed`,
    probe: `${tag}:probe`,
  };
}

/** Names of all that belongs to a cart, its shard's among them. */
export function cartKeys(cartKey: string) {
  const shard = shardOf(cartKey);
  return {
    ...shardKeys(shard),
    ...indexKeys(shard, ownerOf(cartKey)),
    cart: `{${shard}}:cart:${cartKey}`,
    /** Outcome of the write with this idempotency key. The key may be a client's text, so its digest is taken. */
    once: (onceKey: string) => `{${shard}}:once:${cartKey}:${writeDigest(onceKey)}`,
  };
}
