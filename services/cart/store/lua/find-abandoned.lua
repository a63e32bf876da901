-- Finds abandoned carts whose event is not published yet: carts of one kind of owner in one shard that nobody has
-- changed for a while. The cart with the oldest change comes first. Writes nothing.
--
-- KEYS[1]  mark     number  watermark in Unix milliseconds; the event is published for each cart whose last change
--                           is at or before this time
-- KEYS[2]  updated  zset    cart key, scored by its last commit in Unix milliseconds
-- ARGV[1]  minimum milliseconds since the last change
-- ARGV[2]  maximum number of carts; carts that changed at the same time as the last found cart are added
-- returns  { watermark, new watermark after the carts are published, keys of the carts… }; {} when there are none
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local mark = redis.call('GET', KEYS[1]) or '0'
local after = '(' .. mark
local found = redis.call('ZRANGEBYSCORE', KEYS[2], after, now - ARGV[1], 'WITHSCORES', 'LIMIT', 0, ARGV[2])
if #found == 0 then
  return {}
end
local reply = { mark, found[#found] }
for _, key in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], after, reply[2])) do
  reply[#reply + 1] = key
end
return reply
