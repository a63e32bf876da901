import { createHash } from 'node:crypto';

/** How many parts the carts are divided into. Fixed from the first day: a cart's shard follows from its key. */
const shardCount = 64;

/** The shard of a cart, 0 to 63. */
function shardOf(cartKey: string): number {
  return createHash('sha1').update(cartKey).digest().readUInt32BE(0) % shardCount;
}

/** Names of all that belongs to a cart in Redis. The tag in braces keeps a shard in one slot of a cluster. */
export function redisKeys(cartKey: string) {
  const tag = `{${shardOf(cartKey)}}`;
  return {
    cart: `${tag}:cart:${cartKey}`,
    counter: `${tag}:revision`,
    created: `${tag}:carts:created`,
    updated: `${tag}:carts:updated`,
    expiry: `${tag}:carts:expiry`,
    names: `${tag}:carts:names`,
    emails: `${tag}:carts:emails`,
    emailOf: `${tag}:carts:email-of`,
    outbox: `${tag}:outbox`,
    /** Outcome of the write with this idempotency key. The key may be a client's text, so its digest is taken. */
    once: (onceKey: string) =>
      `${tag}:once:${cartKey}:${createHash('sha256').update(onceKey).digest('base64url')}`,
  };
}
