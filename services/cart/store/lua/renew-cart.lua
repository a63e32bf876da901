-- Gives a cart that was only read a fresh life. Does nothing when it has ended meanwhile.
--
-- KEYS[1]  cart    hash
-- KEYS[2]  expiry  zset  cart key, scored by its end in Unix milliseconds
-- ARGV[1]  cart key
-- ARGV[2]  milliseconds until an untouched cart expires
-- returns  1, or 0 when there is no such cart any more
local time = redis.call('TIME')
local expiry = time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[2]
if redis.call('PEXPIREAT', KEYS[1], expiry) == 0 then
  return 0
end
redis.call('ZADD', KEYS[2], expiry, ARGV[1])
return 1
