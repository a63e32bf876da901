-- Finds guests' carts of a shard whose transfer began a while ago and is unfinished. Writes nothing.
--
-- KEYS[1]  moving  zset  cart key, scored by the start of its transfer in Unix milliseconds
-- ARGV[1]  minimum milliseconds since the start of the transfer
-- ARGV[2]  maximum number of carts
-- returns  the keys of the carts
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
return redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[1], 'LIMIT', 0, ARGV[2])
