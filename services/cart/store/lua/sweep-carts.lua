-- Removes expired carts of one kind of owner from a shard's indexes, and appends an event for each cart to the outbox.
-- Redis deletes the carts themselves at the end of their time to live.
--
-- KEYS[1]  counter   number  last revision given in this shard
-- KEYS[2]  outbox    stream  unpublished events of the shard
-- KEYS[3]  created   zset
-- KEYS[4]  updated   zset
-- KEYS[5]  expiry    zset    cart key, scored by its expiry in Unix milliseconds
-- KEYS[6]  names     zset
-- KEYS[7]  emails    zset    e-mail, NUL, cart key
-- KEYS[8]  email-of  hash    cart key -> e-mail
-- ARGV[1]  maximum number of carts to remove
-- ARGV[2]  event of the expiry of a cart, opaque text
-- returns  number of removed carts; nothing is written if no cart has expired
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local expired = redis.call('ZRANGEBYSCORE', KEYS[5], '-inf', '(' .. now, 'LIMIT', 0, ARGV[1])
if #expired == 0 then
  return 0
end
local emails = redis.call('HMGET', KEYS[8], unpack(expired))
for i = 3, 6 do
  redis.call('ZREM', KEYS[i], unpack(expired))
end
redis.call('HDEL', KEYS[8], unpack(expired))
local revision = redis.call('INCRBY', KEYS[1], #expired) - #expired
for i, key in ipairs(expired) do
  if emails[i] then
    redis.call('ZREM', KEYS[7], emails[i] .. '\0' .. key)
  end
  redis.call('XADD', KEYS[2], 'MAXLEN', '~', 100000, '*', 'cart', key, 'revision', revision + i, 'event', ARGV[2])
end
return #expired
