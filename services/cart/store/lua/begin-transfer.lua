-- Marks a guest's cart as in transfer to a customer's cart, if the guest's cart has not changed since it was read.
--
-- KEYS[1]  cart     hash    revision, state
-- KEYS[2]  counter  number  last revision given in this shard
-- KEYS[3]  outbox   stream  unpublished events of the shard
-- KEYS[4]  expiry   zset    cart key, scored by its expiry in Unix milliseconds
-- KEYS[5]  moving   zset    cart key, scored by the start of its transfer
-- ARGV[1]  revision of the guest's cart when it was read
-- ARGV[2]  state with the mark of the transfer, opaque text
-- ARGV[3]  cart key
-- ARGV[4]  minimum time to live in milliseconds
-- ARGV[5]  Unix milliseconds by Redis' clock after which nothing may be written
-- ARGV[6]  event, opaque text
-- returns  1, or 0 when nothing was written
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if now > tonumber(ARGV[5]) or redis.call('HGET', KEYS[1], 'revision') ~= ARGV[1] then
  return 0
end
local expiry = now + math.max(ARGV[4], redis.call('PTTL', KEYS[1]))
local revision = redis.call('INCR', KEYS[2])
redis.call('HSET', KEYS[1], 'revision', revision, 'state', ARGV[2])
redis.call('PEXPIREAT', KEYS[1], expiry)
redis.call('ZADD', KEYS[4], expiry, ARGV[3])
redis.call('ZADD', KEYS[5], now, ARGV[3])
redis.call('XADD', KEYS[3], 'MAXLEN', '~', 100000, '*', 'cart', ARGV[3], 'revision', revision, 'event', ARGV[6])
return 1
