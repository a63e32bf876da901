-- Counts a write of a client, if the count stays within the limit of the sliding window. A write counts once
-- for each of its commands. A repeated write is always allowed and is not counted again.
--
-- KEYS[1]  writes  zset  id of a write, scored by the time of its count in microseconds
-- ARGV[1]  id of the write
-- ARGV[2]  maximum number of writes
-- ARGV[3]  length of the window in milliseconds
-- ARGV[4]  number of commands in the write
-- returns  { 1 if the write is allowed, else 0; counted writes; milliseconds until the oldest count leaves the window }
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local window = ARGV[3] * 1000
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - window)
local count = redis.call('ZCARD', KEYS[1])
local allowed = 1
local commands = tonumber(ARGV[4])
if not redis.call('ZSCORE', KEYS[1], ARGV[1]) then
  if count + commands <= tonumber(ARGV[2]) then
    redis.call('ZADD', KEYS[1], now, ARGV[1])
    for i = 2, commands do
      redis.call('ZADD', KEYS[1], now, ARGV[1] .. ':' .. i)
    end
    redis.call('PEXPIRE', KEYS[1], ARGV[3])
    count = count + commands
  else
    allowed = 0
  end
end
-- The set is empty if the first write of a client is refused because it has more commands than the limit. `now` then
-- replaces the time of the oldest count.
local first = tonumber(redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2] or now)
return { allowed, count, math.ceil((first + window - now) / 1000) }
