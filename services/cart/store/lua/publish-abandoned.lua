-- Appends the events of abandoned carts to the outbox and raises the watermark. Does nothing if another replica has
-- raised the watermark. Skips carts that were changed meanwhile or have expired.
--
-- KEYS[1]  mark     number  watermark in Unix milliseconds; the event is published for each cart whose last change
--                           is at or before this time
-- KEYS[2]  updated  zset    cart key, scored by its last commit
-- KEYS[3]  expiry   zset    cart key, scored by its expiry
-- KEYS[4]  counter  number  last revision given in this shard
-- KEYS[5]  outbox   stream  unpublished events of the shard
-- ARGV[1]  watermark when the carts were found
-- ARGV[2]  new watermark
-- ARGV[3..] alternating cart keys and events as opaque text
-- returns  1, or 0 when nothing was written
if (redis.call('GET', KEYS[1]) or '0') ~= ARGV[1] then
  return 0
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('SET', KEYS[1], ARGV[2])
for i = 3, #ARGV, 2 do
  local updated = redis.call('ZSCORE', KEYS[2], ARGV[i])
  local ends = redis.call('ZSCORE', KEYS[3], ARGV[i])
  if updated and ends and tonumber(updated) <= tonumber(ARGV[2]) and tonumber(ends) > now then
    local revision = redis.call('INCR', KEYS[4])
    redis.call('XADD', KEYS[5], 'MAXLEN', '~', 100000, '*', 'cart', ARGV[i], 'revision', revision, 'event', ARGV[i + 1])
  end
end
return 1
