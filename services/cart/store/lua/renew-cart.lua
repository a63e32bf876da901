-- Renews the expiry of a cart that was only read. Does nothing if the cart has expired or was renewed.
--
-- KEYS[1]  cart    hash
-- KEYS[2]  expiry  zset  cart key, scored by its expiry in Unix milliseconds
-- ARGV[1]  cart key
-- ARGV[2]  milliseconds until an untouched cart expires
-- ARGV[3]  the cart is renewed only if it expires within this many milliseconds
-- returns  the expiry in Unix milliseconds; 0 for a missing cart and for the mark of a transferred cart
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local left = redis.call('PTTL', KEYS[1])
if left < 0 or not redis.call('ZSCORE', KEYS[2], ARGV[1]) then
  return 0
end
if left > tonumber(ARGV[3]) then
  return now + left
end
local expiry = now + ARGV[2]
redis.call('PEXPIREAT', KEYS[1], expiry)
redis.call('ZADD', KEYS[2], expiry, ARGV[1])
return expiry
