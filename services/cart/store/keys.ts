import { createHash } from 'node:crypto';

/** How many parts the carts are divided into. Fixed from the first day: a cart's shard follows from its key. */
const shards = 64;

/** The shard of a cart, 0 to 63. */
function shardOf(cartKey: string): number {
  return createHash('sha1').update(cartKey).digest().readUInt32BE(0) % shards;
}

/** Names of what a shard has of its own. The tag in braces keeps all of it in one slot of a cluster. */
function shardKeys(shard: number) {
  const tag = `{${shard}}`;
  return {
    counter: `${tag}:revision`,
    created: `${tag}:carts:created`,
    updated: `${tag}:carts:updated`,
    expiry: `${tag}:carts:expiry`,
    names: `${tag}:carts:names`,
    emails: `${tag}:carts:emails`,
    emailOf: `${tag}:carts:email-of`,
    outbox: `${tag}:outbox`,
  };
}

/** Names of all that belongs to a cart, its shard's among them. */
export function cartKeys(cartKey: string) {
  const shard = shardOf(cartKey);
  return {
    ...shardKeys(shard),
    cart: `{${shard}}:cart:${cartKey}`,
    /** Outcome of the write with this idempotency key. The key may be a client's text, so its digest is taken. */
    once: (onceKey: string) =>
      `{${shard}}:once:${cartKey}:${createHash('sha256').update(onceKey).digest('base64url')}`,
  };
}
