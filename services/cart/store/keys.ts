import { hash } from 'node:crypto';
import type { CartOwner } from '#contracts/cart.ts';
import { writeDigest } from '#platform/events/digests.ts';
import { ownerOf } from '../model/state.ts';

/**
 * Number of shards. This number must never change, because the number determines the shard of every stored cart
 * (`shardOf`).
 */
export const shards = 64;

export const allShards: readonly number[] = Array.from({ length: shards }, (_, shard) => shard);

export function shardOf(cartKey: string): number {
  return hash('sha1', cartKey, 'buffer').readUInt32BE(0) % shards;
}

/**
 * Returns the names of a shard's indexes for one kind of owner. The tag in braces keeps all keys of a shard in one
 * slot of a Redis cluster.
 */
export function indexKeys(shard: number, owner: CartOwner) {
  const tag = `{${shard}}:${owner}s`;
  return {
    created: `${tag}:created`,
    updated: `${tag}:updated`,
    expiry: `${tag}:expiry`,
    names: `${tag}:names`,
    emails: `${tag}:emails`,
    emailOf: `${tag}:email-of`,
    /**
     * Watermark of the search for abandoned carts, in Unix milliseconds. For carts that were last changed at this time
     * or earlier, the event `cart.abandoned` is already published.
     */
    abandonedWatermark: `${tag}:quiet-told`,
  };
}

/** Returns the names of the keys that all carts of a shard share. */
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

/** Returns the names of all Redis keys of a cart, including the keys of its shard. */
export function cartKeys(cartKey: string) {
  const shard = shardOf(cartKey);
  return {
    ...shardKeys(shard),
    ...indexKeys(shard, ownerOf(cartKey)),
    cart: `{${shard}}:cart:${cartKey}`,
    /** Returns the key of a write's outcome. A digest is used, since a client's idempotency key may be any text. */
    once: (onceKey: string) => `{${shard}}:once:${cartKey}:${writeDigest(onceKey)}`,
  };
}
