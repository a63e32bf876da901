-- Carts of a shard whose transfer began a while ago and is not over. Writes nothing.
--
-- KEYS[1]  moving  zset  cart key, scored by the moment at which its transfer began in Unix milliseconds
-- ARGV[1]  milliseconds that it began ago at least
-- ARGV[2]  most that are given
-- returns  their keys
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
return redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[1], 'LIMIT', 0, ARGV[2])
