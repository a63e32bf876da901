-- Counts what a client adds to the memory of carts. Two levels rise with what is added and fall evenly to nothing within
-- the time; what would lift one of them above its limit is refused and not counted.
--
-- KEYS[1]  growth  hash  carts, bytes: the levels; at: Unix milliseconds at which they stood so
-- ARGV[1]  milliseconds in which a full level falls to nothing
-- ARGV[2]  most carts
-- ARGV[3]  most bytes
-- ARGV[4]  carts that are added
-- ARGV[5]  bytes that are added
-- ARGV[6]  1 where it is counted in any case
-- returns  { 1 when it may be added or 0, milliseconds until it may }
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local kept = redis.call('HMGET', KEYS[1], 'carts', 'bytes', 'at')
local window = tonumber(ARGV[1])
local passed = math.max(0, now - tonumber(kept[3] or now))
local levels, wait = {}, 0
for i = 1, 2 do
  local limit = tonumber(ARGV[1 + i])
  local added = tonumber(ARGV[3 + i])
  local level = math.max(0, tonumber(kept[i] or 0) - limit * passed / window)
  levels[i] = level + added
  if added > 0 and levels[i] > limit then
    wait = math.max(wait, math.ceil((levels[i] - limit) * window / limit))
  end
  if ARGV[6] == '1' then
    levels[i] = math.min(levels[i], limit)
  end
end
if wait > 0 and ARGV[6] ~= '1' then
  return { 0, wait }
end
redis.call('HSET', KEYS[1], 'carts', string.format('%.3f', levels[1]), 'bytes', string.format('%.3f', levels[2]), 'at', now)
redis.call('PEXPIRE', KEYS[1], window)
return { 1, 0 }
