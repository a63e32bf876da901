-- Ends a transfer. Replaces the guest's cart by a mark, which says that the cart key is no longer valid. Removes the
-- cart from the shard's indexes. If the cart is not in transfer, only its key is removed from the list of transfers.
--
-- KEYS[1]   cart      hash    revision, state
-- KEYS[2]   counter   number  last revision given in this shard
-- KEYS[3]   outbox    stream  unpublished events of the shard
-- KEYS[4]   created   zset
-- KEYS[5]   updated   zset
-- KEYS[6]   expiry    zset
-- KEYS[7]   names     zset
-- KEYS[8]   emails    zset    e-mail, NUL, cart key
-- KEYS[9]   email-of  hash    cart key -> e-mail
-- KEYS[10]  moving    zset    cart key
-- ARGV[1]   revision of the cart when it was read, 0 without a cart; nothing is done if the revision has changed
-- ARGV[2]   cart key
-- ARGV[3]   the mark, opaque text; '' for a cart that is not in transfer
-- ARGV[4]   time to live of the mark in milliseconds
-- ARGV[5]   event, opaque text
-- returns   1, or 0 when nothing was done
-- include remove-from-indexes.lua
if (redis.call('HGET', KEYS[1], 'revision') or '0') ~= ARGV[1] then
  return 0
end
local key = ARGV[2]
redis.call('ZREM', KEYS[10], key)
if ARGV[3] == '' then
  return 1
end
remove_from_indexes(key)
local revision = redis.call('INCR', KEYS[2])
redis.call('HSET', KEYS[1], 'revision', revision, 'state', ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[4])
redis.call('XADD', KEYS[3], 'MAXLEN', '~', 100000, '*', 'cart', key, 'revision', revision, 'event', ARGV[5])
return 1
