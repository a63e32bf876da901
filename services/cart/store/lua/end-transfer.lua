-- Ends a transfer: of the guest's cart a mark is left for a while that its key is worth nothing any more, and the shard's
-- indexes know it no longer. What is no cart under transfer is only forgotten as one.
--
-- KEYS[1]   cart      hash    revision, state
-- KEYS[2]   counter   number  last revision given in this shard
-- KEYS[3]   outbox    stream  what the shard has to tell
-- KEYS[4]   created   zset
-- KEYS[5]   updated   zset
-- KEYS[6]   expiry    zset
-- KEYS[7]   names     zset
-- KEYS[8]   emails    zset    e-mail, NUL, cart key
-- KEYS[9]   email-of  hash    cart key -> e-mail
-- KEYS[10]  moving    zset    cart key
-- ARGV[1]   revision that the cart was read under, 0 for none: under another one nothing is done
-- ARGV[2]   cart key
-- ARGV[3]   the mark, opaque text; '' when the cart is not one under transfer
-- ARGV[4]   milliseconds that the mark is kept
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
