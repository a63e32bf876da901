-- Deletes a cart and its entries in the shard's indexes, and appends the event of the deletion to the outbox.
--
-- KEYS[1]  cart      hash
-- KEYS[2]  counter   number  last revision given in this shard
-- KEYS[3]  outbox    stream  unpublished events of the shard
-- KEYS[4]  created   zset
-- KEYS[5]  updated   zset
-- KEYS[6]  expiry    zset
-- KEYS[7]  names     zset
-- KEYS[8]  emails    zset    e-mail, NUL, cart key
-- KEYS[9]  email-of  hash    cart key -> e-mail
-- ARGV[1]  cart key
-- ARGV[2]  event, opaque text
-- returns  1, or 0 when there is no such cart
-- include remove-from-indexes.lua
local key = ARGV[1]
-- A transferred guest's cart is stored only as a mark. The mark is in no index, so this script does not
-- delete the mark.
if not redis.call('ZSCORE', KEYS[6], key) or redis.call('DEL', KEYS[1]) == 0 then
  return 0
end
remove_from_indexes(key)
local revision = redis.call('INCR', KEYS[2])
redis.call('XADD', KEYS[3], 'MAXLEN', '~', 100000, '*', 'cart', key, 'revision', revision, 'event', ARGV[2])
return 1
